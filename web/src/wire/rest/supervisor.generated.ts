// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

import type { FieldTotal } from "../protocol/parts.generated";
import type { CoupChange, DealtCard, SqueezeStage } from "./record.generated";

/** Of one patron's whole stake on a bet; `return_max` is the most the field may ever return, stake included. */
export interface BetLimit {
  readonly stake_min: number;
  readonly stake_max: number;
  readonly return_max: number | null;
}

export interface Changed {
  /** those that were open, or closed, until now */
  readonly tables: readonly string[];
}

export interface CloseScope {
  readonly what: "book" | "floor" | "table";
  /** of the table or the book */
  readonly id?: string;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "cleared_early" | "dealer_unwell" | "dealing_error" | "dispute" | "interruption" | "malfunction" | "other" | "picture_lost" | "reader_lost" | "revealed_early";
  readonly note?: string;
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

export interface Incident {
  readonly table: string;
  readonly shoe: number;
  readonly coup: number;
  readonly kind: "cancel" | "correction" | "dispute" | "pause" | "rebuilt" | "set_aside" | "shoe_abandoned" | "stop" | "void";
  readonly at: number;
  /** of the table's log */
  readonly version: number;
  /** account or patron; empty: the house itself */
  readonly by: string;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards" | null;
  /** the card that was refused, the hands before */
  readonly detail: string;
  /** who confirmed it */
  readonly second: string;
  /** returned, or moved between patrons and the house */
  readonly amount: number;
  readonly ended_at: number | null;
  readonly ended_by: string;
  readonly outcome: "" | "cancelled" | "corrected" | "dismissed" | "resumed" | "shoe_abandoned" | "voided";
}

/** Newest first. */
export interface Incidents {
  readonly first: string;
  readonly last: string;
  readonly incidents: readonly ToldIncident[];
  /** older ones, beyond what one answer holds */
  readonly left_out: number;
}

export interface LimitsSet {
  readonly table: string;
  readonly from_shoe: number;
}

/** Of every open field: a bet that is not named is not offered. */
export interface LimitsWanted {
  readonly limits: readonly OneLimit[];
  readonly difference_max?: number | null;
  readonly note?: string;
}

export interface LoggedCoup {
  readonly shoe: number;
  readonly coup: number;
  readonly opened_at: number;
  /** of the table's stream */
  readonly first_version: number;
  readonly closed_at: number | null;
  /** in the order in which they left the shoe */
  readonly cards: readonly DealtCard[];
  readonly stages: readonly SqueezeStage[];
  readonly status: "cancelled" | "corrected" | "settled" | "voided";
  /** as last settled */
  readonly player: string;
  readonly banker: string;
  /** of its end */
  readonly at: number;
  readonly last_version: number;
  /** the oldest first */
  readonly changes: readonly CoupChange[];
  /** account, of who was tapped in when it ended; for staff */
  readonly dealer: string;
}

export interface NamedEvents {
  readonly events: readonly TableEvent[];
  readonly next: number | null;
  /** of the table's log now */
  readonly version: number;
  /** account and name; empty: a guest, or erased */
  readonly names: readonly (readonly [string, string])[];
}

export interface OneLimit {
  readonly bet: string;
  readonly stake_min: number;
  readonly stake_max: number;
  readonly return_max?: number | null;
}

export interface OpenScope {
  readonly what: "book" | "floor" | "table";
  /** of the table or the book */
  readonly id?: string;
  readonly note?: string;
}

export interface PatronRow {
  readonly patron: string;
  /** empty: a guest */
  readonly name: string;
  /** bet and stake */
  readonly stakes: readonly (readonly [string, number])[];
  readonly staked: number;
  /** stake and winnings together */
  readonly paid_before: number;
  readonly paid_after: number;
  readonly difference: number;
  readonly purse_then: number;
  /** what the purse cannot cover and the house bears */
  readonly owed: number;
  readonly disputes: boolean;
}

/** The round as it really was, cards in the order dealt: `4h 2d` and `4c Td 3s`. */
export interface PreviewCards {
  /** shoe and round; default: the last one settled */
  readonly round?: readonly [number, number] | null;
  readonly player: string;
  readonly banker: string;
}

export interface PreviewOf {
  /** shoe and round; default: the last one settled */
  readonly round?: readonly [number, number] | null;
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

export interface RoundCards {
  readonly player: readonly string[];
  readonly banker: readonly string[];
  readonly player_total: number;
  readonly banker_total: number;
  readonly winner: "banker" | "player" | "tie";
}

/** A settled round that can still be taken back: the last one, or one in dispute. */
export interface RoundRecord {
  readonly table: string;
  readonly coup: LoggedCoup;
  /** name */
  readonly dealer: string;
  /** as it stands, and what voiding it would change */
  readonly settled: TakeBackPreview;
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
  readonly type: "betting_closed" | "betting_opened" | "card_dealt" | "card_set_aside" | "cards_burned" | "dealer_changed" | "dispute_dismissed" | "dispute_raised" | "divider_seen" | "paused" | "resumed" | "round_cancelled" | "round_corrected" | "round_rebuilt" | "round_settled" | "round_voided" | "shoe_abandoned" | "shoe_ended" | "shoe_opened" | "tip_given";
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

/** Bots are left out. */
export interface TakeBackPreview {
  readonly table: string;
  readonly shoe: number;
  readonly round: number;
  /** when it was settled; null: unknown */
  readonly at: number | null;
  readonly before: RoundCards;
  /** null: it is voided, and every stake goes back */
  readonly after: RoundCards | null;
  readonly patrons: readonly PatronRow[];
  readonly staked: number;
  readonly paid_before: number;
  readonly paid_after: number;
  /** to patrons, in sum */
  readonly difference: number;
  /** what the house has won of this round */
  readonly house_before: number;
  readonly house_after: number;
  /** all that changes hands */
  readonly moved: number;
  readonly needs_second_person: boolean;
  /** why the table would refuse it */
  readonly refusal: string | null;
  /** cards that are new, and how many of each the shoe had left */
  readonly left: readonly (readonly [string, number])[];
  /** names */
  readonly disputed_by: readonly string[];
}

export interface ToldIncident {
  readonly incident: Incident;
  readonly by_name: string;
  readonly second_name: string;
  readonly ended_by_name: string;
}

export interface WatchedDispute {
  readonly shoe: number;
  readonly coup: number;
  /** in the order in which they raised it */
  readonly patrons: readonly string[];
  readonly since: number;
  /** in that coup, by everybody */
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
  readonly player: readonly string[];
  readonly banker: readonly string[];
  /** who follow the table */
  readonly patrons: number;
  readonly bots: number;
  readonly fields: readonly FieldTotal[];
  readonly disputes: readonly WatchedDispute[];
  /** the last coup that was settled */
  readonly last: readonly [number, number] | null;
}
