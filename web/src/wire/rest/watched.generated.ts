// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

import type { FieldTotal } from "../protocol/parts.generated";

/** Of one patron's whole stake on a bet; `return_max` is the most the field may ever return, stake included. */
export interface BetLimit {
  readonly stake_min: number;
  readonly stake_max: number;
  readonly return_max: number | null;
}

/** Rounds from before dealers were kept, and those of simulated dealers, stand under an empty key. */
export interface DealerReport {
  readonly currency: string;
  readonly first: string;
  readonly last: string;
  readonly whole: ReturnLine;
  readonly lines: readonly ReturnLine[];
}

export interface FaceCount {
  readonly rank: string;
  /** or set aside */
  readonly dealt: number;
  readonly of: number;
}

export interface FieldOnFelt {
  readonly bet: string;
  readonly title: string;
  /** `player`, `banker`, or null: a side bet or a tie */
  readonly backs: string | null;
  readonly is_tie: boolean;
  readonly stake: number;
  readonly patrons: number;
  /** null: the field is not offered */
  readonly limit: BetLimit | null;
}

export interface NamedEvents {
  readonly events: readonly TableEvent[];
  readonly next: number | null;
  /** of the table's log now */
  readonly version: number;
  /** account and name; empty: a guest, or erased */
  readonly names: readonly (readonly [string, string])[];
}

export interface ReturnLine {
  /** a bet, a shoe, or the account of a dealer; empty: all */
  readonly key: string;
  readonly title: string;
  readonly rounds: number;
  readonly handle: number;
  readonly returned: number;
  readonly win: number;
  /** what the house would have won on average */
  readonly theory: number;
  readonly actual_return: number | null;
  readonly exact_return: number | null;
  readonly deviations: number | null;
}

/** The return of everything up to a round. */
export interface ReturnPoint {
  readonly at: number;
  readonly shoe: number;
  readonly rounds: number;
  readonly actual: number;
  readonly exact: number;
  /** to each side of `exact` */
  readonly band: number;
}

/** `size` = dealt + burned + set aside + in the shoe. */
export interface ShoeAudit {
  readonly shoe: number;
  readonly size: number;
  readonly dealt: number;
  readonly burn_card: string | null;
  readonly burned_face_down: number;
  readonly set_aside: number;
  readonly in_shoe: number;
  /** the burn card is counted apart */
  readonly faces: readonly FaceCount[];
  /** no card was seen more often than the shoe holds it */
  readonly adds_up: boolean;
}

export interface TableEvent {
  /** of the table's log */
  readonly version: number;
  readonly type: "betting_closed" | "betting_opened" | "card_dealt" | "card_set_aside" | "cards_burned" | "cards_struck" | "dealer_changed" | "dispute_dismissed" | "dispute_raised" | "divider_seen" | "paused" | "resumed" | "round_cancelled" | "round_corrected" | "round_rebuilt" | "round_settled" | "round_voided" | "shoe_abandoned" | "shoe_ended" | "shoe_opened" | "tip_given";
  /** 0: unknown */
  readonly at: number;
  readonly shoe: number;
  /** 0: none, or unknown */
  readonly round: number;
  readonly side: "banker" | "player" | null;
  /** of the card in its hand, from 1 */
  readonly place: number;
  /** a card, or `player / banker` */
  readonly cards: string;
  readonly winner: "banker" | "player" | "tie" | null;
  readonly totals: readonly [number, number] | null;
  /** by patrons; null: unknown */
  readonly staked: number | null;
  readonly returned: number | null;
  readonly amount: number;
  readonly patrons: number;
  /** account or patron; empty: the house */
  readonly by: string;
  readonly second: string;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards" | null;
  readonly detail: string;
}

export type TableKind =
  | "live"
  | "on_demand"
  | "timed";

export interface TablePage {
  readonly table: string;
  readonly title: string;
  readonly watched: WatchedTable;
  /** name */
  readonly dealer: string;
  readonly fields: readonly FieldOnFelt[];
  readonly stakes: number;
  /** null: unknown yet */
  readonly most_lost: number | null;
  readonly difference_max: number | null;
  readonly exposure_max: number | null;
  readonly hurry_ms: number;
  readonly audit: ShoeAudit;
  /** above it a second person must confirm a void or a correction */
  readonly alone_max: number;
}

export interface TableReturns {
  readonly table: string;
  readonly day: string;
  readonly currency: string;
  readonly whole: ReturnLine;
  readonly points: readonly ReturnPoint[];
  readonly bets: readonly ReturnLine[];
  readonly shoes: readonly ReturnLine[];
  readonly dealers: readonly ReturnLine[];
}

export interface WatchedDispute {
  readonly shoe: number;
  readonly coup: number;
  /** in the order in which they raised it */
  readonly patrons: readonly string[];
  readonly since: number;
  /** in that coup, by all patrons */
  readonly staked: number;
}

export interface WatchedTable {
  /** of the table's log */
  readonly version: number;
  readonly kind: TableKind;
  readonly book: string;
  /** or the one that a pause has stopped */
  readonly phase: "betting" | "dealing" | "result" | "shoe_change" | "squeezing";
  /** of the phase, or of the last card; None: unknown */
  readonly since: number | null;
  /** None: when somebody does something */
  readonly ends_at: number | null;
  readonly paused: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards" | null;
  readonly paused_since: number | null;
  readonly paused_detail: string;
  /** paused, and by no person */
  readonly is_stopped_by_house: boolean;
  readonly out_of_order: string | null;
  readonly shoe: number;
  readonly coup: number;
  /** dealt in this coup */
  readonly cards: number;
  /** account; empty: nobody is tapped in */
  readonly dealer: string;
  readonly dealer_since: number | null;
  readonly player: readonly string[];
  readonly banker: readonly string[];
  /** who follow the table */
  readonly patrons: number;
  readonly bots: number;
  readonly fields: readonly FieldTotal[];
  readonly disputes: readonly WatchedDispute[];
  /** the last coup that was settled */
  readonly last: readonly [number, number] | null;
  /** by the storm of the running or last coup, `4hx3 Kdx8`; a node of an older version tells none */
  readonly struck: string;
}
