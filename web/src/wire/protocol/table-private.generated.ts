// Generated from src/punto/server/protocol by `make format`; do not edit.

import type { FaceUp, PlaceOfCard } from "./parts.generated";
import type { RefusalName } from "./refusals.generated";

/** Accepted, refused by name, or too late. Nothing was taken unless accepted. */
export interface Answer {
  readonly type: "answer";
  readonly id: string;
  readonly table: string;
  readonly outcome: "accepted" | "refused" | "too_late";
  readonly refusal?: RefusalName | null;
  /** if a stake did not fit: the smallest that would, and the most */
  readonly next_stake?: number | null;
  readonly room?: number | null;
  /** too late: by how much */
  readonly late_ms?: number | null;
}

/** The house ended auto-repeat: a bet was refused, or the patron may not bet now. */
export interface AutoRepeatEnded {
  readonly type: "auto_repeat_ended";
  readonly table: string;
  readonly reason: RefusalName;
}

export interface Seat {
  readonly type: "seat";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly seat: SeatState;
}

/** A patron's seat at a table. */
export interface SeatState {
  readonly mode: string | null;
  readonly denomination: number;
  readonly stakes: readonly (readonly [string, number])[];
  readonly staked: number;
  readonly last_stakes: readonly (readonly [string, number])[];
  readonly last_settled: LastSettled | null;
  readonly keeps_bets_on: boolean;
  readonly auto_repeats: boolean;
  readonly squeezes: boolean;
  readonly holds: readonly ("banker" | "player")[];
  /** what only holders may see for now */
  readonly faces: readonly FaceUp[];
  /** of those, the ones this patron has turned */
  readonly opened: readonly PlaceOfCard[];
  /** as far as this patron may know it */
  readonly player_total: number | null;
  readonly banker_total: number | null;
  readonly fields: readonly FieldRoom[];
  /** the last round */
  readonly may_dispute: boolean;
}

/** How the patron's last round at this table ended, in case they missed it. */
export interface LastSettled {
  readonly shoe: number;
  readonly round: number;
  readonly wagers: readonly OwnWager[];
  readonly staked: number;
  readonly returned: number;
}

export type OwnWager = readonly [
  bet: string,
  stake: number,
  odds: string,
  returned: number,
];

/** How much more may be staked on a field. */
export interface FieldRoom {
  readonly bet: string;
  /** the most the stake could return, stake included */
  readonly wins: number;
  readonly next_stake: number;
  readonly room: number;
  readonly refusal: RefusalName | null;
}

/** All stakes of the patron at this table. */
export interface Wagers {
  readonly type: "wagers";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly action: string;
  readonly stakes: readonly (readonly [string, number])[];
  readonly staked: number;
  readonly left_out: readonly string[];
  /** those whose room has changed */
  readonly fields: readonly FieldRoom[];
}

export interface Choice {
  readonly type: "choice";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly choice: string;
  readonly value: string | number | boolean;
  /** all of the felt, where the choice has changed it; else none */
  readonly fields: readonly FieldRoom[];
}

/** What a holder sees before the others. */
export interface Faces {
  readonly type: "faces";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly stage: number;
  readonly holds: readonly ("banker" | "player")[];
  readonly faces: readonly FaceUp[];
  readonly player_total: number | null;
  readonly banker_total: number | null;
}

/** `won` only if more was returned than staked; anything else is not celebrated. */
export interface Settlement {
  readonly type: "settlement";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly round: number;
  readonly wagers: readonly OwnWager[];
  readonly staked: number;
  readonly returned: number;
  readonly won: boolean;
  /** those whose room has changed */
  readonly fields: readonly FieldRoom[];
  readonly may_dispute: boolean;
}

export interface StakesReturned {
  readonly type: "stakes_returned";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly round: number;
  readonly amount: number;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards";
  /** those whose room has changed */
  readonly fields: readonly FieldRoom[];
}

/** A settled round was voided or corrected. */
export interface Adjusted {
  readonly type: "adjusted";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly shoe: number;
  readonly round: number;
  readonly status: "corrected" | "voided";
  readonly amount: number;
  readonly uncovered: number;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards";
  /** as settled now; empty for a void round */
  readonly wagers: readonly OwnWager[];
  /** the last round */
  readonly may_dispute: boolean;
}

export interface Tipped {
  readonly type: "tipped";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly amount: number;
}

/** The patron's own dispute; an upheld one ends in `adjusted`. `closed`: it is too late to dispute the round. */
export interface Dispute {
  readonly type: "dispute";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly shoe: number;
  readonly round: number;
  readonly state: "closed" | "dismissed" | "raised";
}

/** When betting opens, where bets have closed or opened, or the purse limits what fits. */
export interface Fields {
  readonly type: "fields";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly fields: readonly FieldRoom[];
}

export type PrivateMessage =
  | Seat
  | Wagers
  | Choice
  | Faces
  | Settlement
  | StakesReturned
  | Adjusted
  | Tipped
  | Dispute
  | Fields;
