// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

export interface BestRound {
  readonly profit: number;
  readonly table: string;
  readonly shoe: number;
  readonly round: number;
}

export interface BetsOfKind {
  readonly kind: "banker" | "player" | "side" | "tie";
  readonly bets: number;
  /** returned more than their stake */
  readonly won: number;
}

/** A decision of staff about a settled coup, and the hands as they stood before it. */
export interface CoupChange {
  readonly status: "corrected" | "voided";
  readonly at: number;
  /** of the person who decided; empty: unknown */
  readonly role: string;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards";
  readonly player: string;
  readonly banker: string;
}

export interface DealtCard {
  readonly side: "banker" | "player";
  readonly card: string;
  readonly at: number;
}

/** Rounds in a row that a patron won on one side; ties neither count nor end it. */
export interface HeldRun {
  readonly side: "banker" | "player";
  readonly length: number;
  readonly table: string;
  readonly shoe: number;
}

export interface Lifetime {
  readonly since: number;
  readonly sessions: number;
  readonly rounds: number;
  readonly staked: number;
  readonly returned: number;
  /** of what was staked, what storms have cost */
  readonly fee: number;
  /** of these stakes by the exact odds, on average; null: the odds of a book are not known */
  readonly house_keeps: number | null;
  readonly bets: readonly BetsOfKind[];
  /** null: no round brought more than it cost */
  readonly best: BestRound | null;
  /** null: no two in a row */
  readonly run: HeldRun | null;
  readonly most_played: MostPlayed;
}

export interface MostPlayed {
  readonly table: string;
  readonly rounds: number;
}

/** The last session with a round in it. */
export interface OwnSession {
  /** its first result */
  readonly started_at: number;
  /** its last */
  readonly played_at: number;
  readonly is_over: boolean;
  readonly rounds: number;
  readonly staked: number;
  readonly returned: number;
  /** of what was staked, what storms have cost */
  readonly fee: number;
  /** oldest first */
  readonly points: readonly SessionPoint[];
}

/** What a decision of staff changed in a play, and how that stood before. */
export interface PlayChange {
  readonly status: "corrected" | "voided";
  readonly at: number;
  /** of the person who decided; empty: unknown */
  readonly role: string;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards";
  /** before */
  readonly player: string;
  readonly banker: string;
  readonly bets: readonly PlayedBet[];
  /** what was given, or taken back when below zero */
  readonly adjusted: number;
  /** what was no longer there to be taken back */
  readonly uncovered: number;
}

/** One round. Amounts are in the currency's smallest unit. */
export interface PlayView {
  readonly at: number;
  readonly table: string;
  readonly book: string;
  /** the fingerprint of the book as it was */
  readonly rules: string;
  readonly shoe: number;
  readonly round: number;
  readonly status: "cancelled" | "corrected" | "settled" | "voided" | "tip";
  readonly player: string;
  readonly banker: string;
  /** cards of a storm and their multipliers, `4hx3 Kdx8`; empty: none */
  readonly struck: string;
  /** of wins, by the storm; 1: none */
  readonly multiplier: number;
  /** null: no whole hands, or other rules than the book has now */
  readonly player_total: number | null;
  readonly banker_total: number | null;
  readonly winner: "banker" | "player" | "tie" | null;
  readonly staked: number;
  /** in the end, later adjustments included */
  readonly returned: number;
  readonly commission: number;
  /** of what was staked, what a storm has cost */
  readonly fee: number;
  /** stakes of this round included */
  readonly balance_before: number;
  readonly balance_after: number;
  /** when the round was voided or corrected */
  readonly adjusted: number;
  /** the part that could not be taken back */
  readonly uncovered: number;
  /** as settled now */
  readonly bets: readonly PlayedBet[];
  /** if this is a tip, not a round */
  readonly tip: number;
  /** decisions about the round and what each replaced, oldest first */
  readonly changes: readonly PlayChange[];
}

export interface PlayedBet {
  readonly bet: string;
  readonly stake: number;
  /** net, to one */
  readonly odds: string;
  /** stake included */
  readonly returned: number;
  /** what the house kept back of the win */
  readonly commission: number;
  /** of the stake, what a storm has cost */
  readonly fee: number;
}

export interface PublicRound {
  readonly round: number;
  readonly status: "cancelled" | "corrected" | "settled" | "voided";
  /** in the order in which they left the shoe */
  readonly cards: readonly string[];
  /** as it was settled, or as far as it was dealt */
  readonly player: string;
  readonly banker: string;
  /** by a storm, before it was dealt: `4hx3 Kdx8` */
  readonly struck: string;
}

export interface PublicShoe {
  readonly table: string;
  readonly book: string;
  /** the fingerprint of the book */
  readonly rules: string;
  readonly shoe: number;
  readonly deck: string;
  readonly commitment: string;
  /** SHA-256 digests of what patrons have contributed */
  readonly contributions: readonly string[];
  /** null until the shoe is over */
  readonly secret: string | null;
  readonly is_abandoned: boolean;
  readonly burn_card: string | null;
  readonly burned_face_down: number;
  /** that used cards, or whose storm was drawn */
  readonly rounds: readonly PublicRound[];
  /** how many cards lie behind it; null when the floor did not keep it yet */
  readonly cut_card: number | null;
  /** round after the one in which the cut card came out */
  readonly plays_one_more: boolean;
  readonly abandoned_because: string;
  /** of the book, so that storms can be drawn again; null: it has none */
  readonly storm: StormWeights | null;
}

export interface RecordFigures {
  /** null: no round yet */
  readonly session: OwnSession | null;
  readonly lifetime: Lifetime | null;
}

export interface RecordPage {
  /** newest first */
  readonly plays: readonly PlayView[];
  /** the `before` of the next page; null: last page */
  readonly next: string | null;
}

export interface Replay {
  readonly table: string;
  readonly book: string;
  /** the fingerprint of the book as it was */
  readonly rules: string;
  readonly shoe: number;
  readonly round: number;
  readonly status: "cancelled" | "corrected" | "settled" | "voided";
  readonly opened_at: number;
  readonly closed_at: number | null;
  /** when it ended */
  readonly at: number;
  readonly player: readonly string[];
  readonly banker: readonly string[];
  /** cards of a storm and their multipliers, `4hx3 Kdx8`; empty: none */
  readonly struck: string;
  /** of wins, by the storm; 1: none */
  readonly multiplier: number;
  /** null: not fully dealt */
  readonly player_total: number | null;
  readonly banker_total: number | null;
  readonly winner: "banker" | "player" | "tie" | null;
  /** every bet that won, backed or not */
  readonly came_out: readonly string[];
  /** in the order dealt */
  readonly dealt: readonly DealtCard[];
  /** of the squeeze */
  readonly stages: readonly SqueezeStage[];
  /** your own */
  readonly wagers: readonly PlayedBet[];
  /** decisions of staff and the hands before each, oldest first */
  readonly changes: readonly CoupChange[];
  readonly is_replay: boolean;
}

export interface SessionPoint {
  /** of the session after this round */
  readonly net: number;
  /** null: the house has put the book away */
  readonly winner: "banker" | "player" | "tie" | null;
}

export interface ShoeInList {
  readonly shoe: number;
  readonly commitment: string;
  readonly is_revealed: boolean;
  readonly is_abandoned: boolean;
  readonly rounds: number;
  readonly committed_at: number | null;
  readonly opened_at: number | null;
  readonly ended_at: number | null;
}

export interface ShoeList {
  readonly table: string;
  /** newest first */
  readonly shoes: readonly ShoeInList[];
  /** the `before` of the next page */
  readonly next: number | null;
}

export interface SqueezeStage {
  readonly stage: number;
  /** how many were dealt when it began */
  readonly after_cards: number;
  /** null: no clock ran */
  readonly closes_at: number | null;
  readonly ended_at: number | null;
}

/** By which a storm is drawn: numbers and their weights. */
export interface StormWeights {
  /** how many are struck */
  readonly cards: readonly (readonly [number, number])[];
  readonly multipliers: readonly (readonly [number, number])[];
}
