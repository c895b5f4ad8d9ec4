// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

import type { CoupChange, DealtCard, SqueezeStage } from "./record.generated";

export interface Changed {
  /** those that were open, or closed, until now */
  readonly tables: readonly string[];
}

export interface CloseScope {
  readonly what: "book" | "floor" | "table";
  /** of the table or the book, which may have many bets in its id */
  readonly id?: string;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "cleared_early" | "dealer_unwell" | "dealing_error" | "dispute" | "interruption" | "malfunction" | "other" | "picture_lost" | "reader_lost" | "revealed_early";
  readonly note?: string;
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
  /** by a storm, before it was dealt */
  readonly struck: string;
}

export interface Move {
  /** the place */
  readonly table: string;
  /** null: nobody had it */
  readonly from_node: string | null;
  /** null: nobody has it */
  readonly to_node: string | null;
  readonly at: number;
  readonly why: "died" | "handed_over" | "joined" | "left";
}

export interface NodeSeen {
  /** machine and process */
  readonly id: string;
  readonly role: "edge" | "floor" | "pit";
  /** of Punto */
  readonly version: string;
  /** when the floor first heard of it */
  readonly since: number;
  /** in which it works; null: unknown */
  readonly epoch: number | null;
  /** its last beat, there and back; null: the floor itself, or no beat yet */
  readonly lag_ms: number | null;
  readonly sockets: number;
  /** that it runs, as the board counts them */
  readonly tables: number;
}

export interface NodeWatch {
  readonly server_time: number;
  /** the floor first */
  readonly nodes: readonly NodeSeen[];
  /** in the order of the floor's file; those without an owner first */
  readonly owners: readonly PlaceOwner[];
  /** the last ones, newest first */
  readonly moves: readonly Move[];
}

export interface OneLimit {
  readonly bet: string;
  readonly stake_min: number;
  readonly stake_max: number;
  readonly return_max?: number | null;
}

export interface OpenScope {
  readonly what: "book" | "floor" | "table";
  /** of the table or the book, which may have many bets in its id */
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

/** Who runs the table of a place, or how many of the tables that patrons have of their own there. */
export interface PlaceOwner {
  /** the place */
  readonly table: string;
  readonly title: string;
  /** null: nobody */
  readonly node: string | null;
  /** the highest, of several */
  readonly epoch: number | null;
  /** the longest, of several */
  readonly since: number | null;
  readonly tables: number;
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

/** What is to change; fields and denominations that are not named stay. */
export interface TableWanted {
  readonly pin: string;
  readonly reason: string;
  readonly limits?: readonly OneLimit[];
  readonly denominations?: readonly number[];
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
