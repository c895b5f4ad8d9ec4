// Generated from src/punto/server/protocol by `make format`; do not edit.

import type { MainMark, MainMarksFrom } from "./parts.generated";
import type { RefusalName } from "./refusals.generated";

/** The first message on a socket. */
export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  /** private numbers start anew with each boot of the server */
  readonly boot: string;
  readonly server_time: number;
  readonly patron: string;
  readonly name: string;
  readonly role: string;
  readonly floor: string;
  readonly is_demo: boolean;
  readonly currency: string;
  readonly currency_digits: number;
  readonly currency_symbol: string;
  readonly tables_at_once: number;
  readonly auto_repeat: boolean;
  readonly keep_bets_on: boolean;
  readonly quick_reveal: boolean;
  readonly reality_check_minutes: number | null;
}

export interface Pong {
  readonly type: "pong";
  readonly sent_at: number;
  readonly server_time: number;
}

/** A message that could not be understood, came too fast, or from a session that is locked. Nothing was done. */
export interface Problem {
  readonly type: "problem";
  readonly reason: "invalid_message" | "sign_in_again" | "too_many_messages" | "too_many_tables" | "unknown_table";
  readonly detail: string;
}

export interface Purse {
  readonly type: "purse";
  readonly number: number;
  readonly balance: number;
}

/** Shown at the floor's interval: how long, and how much was won or lost since the session began. */
export interface RealityCheck {
  readonly type: "reality_check";
  readonly elapsed_ms: number;
  readonly net: number;
  readonly staked: number;
}

/** A limit of the patron's own, a cool-off or an exclusion has begun. Bets that lie are settled. */
export interface PlayIsOver {
  readonly type: "play_is_over";
  readonly reason: RefusalName;
}

/** To supervisors: a dispute was raised or has been decided. `GET /api/staff/disputes` lists the open ones. */
export interface DisputeNotice {
  readonly type: "dispute_notice";
  readonly table: string;
  readonly shoe: number;
  readonly round: number;
  readonly state: "corrected" | "dismissed" | "raised" | "voided";
  /** at this table now */
  readonly open: number;
}

export interface Lobby {
  readonly type: "lobby";
  readonly server_time: number;
  readonly tables: readonly LobbyTable[];
}

export interface LobbyTable {
  readonly table: string;
  readonly title: string;
  readonly book: string;
  readonly book_title: string;
  readonly kind: "live" | "on_demand" | "timed";
  readonly stake_min: number;
  readonly stake_max: number;
  readonly has_squeeze: boolean;
  readonly has_video: boolean;
  /** how long betting is open */
  readonly pace_ms: number | null;
  readonly shoe: number;
  readonly round: number;
  readonly phase: "betting" | "dealing" | "result" | "shoe_change" | "squeezing";
  readonly ends_at: number | null;
  readonly paused: "card_error" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "clock_was_set" | "dealing_error" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "restart" | "rules_changed" | "table_removed" | "taken_over" | null;
  readonly patrons: number;
  readonly bots: number;
  /** Player, tie, Banker */
  readonly wins: readonly [number, number, number];
  readonly good_roads: readonly string[];
  readonly main: readonly MainMark[];
}

/** How one table of the lobby now is; a result follows when the table's own screens have shown its cards. */
export interface LobbyChange {
  readonly type: "lobby_change";
  readonly table: string;
  readonly shoe: number;
  readonly round: number;
  readonly phase: "betting" | "dealing" | "result" | "shoe_change" | "squeezing";
  readonly ends_at: number | null;
  readonly paused: "card_error" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "clock_was_set" | "dealing_error" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "restart" | "rules_changed" | "table_removed" | "taken_over" | null;
  readonly patrons: number;
  readonly bots: number;
  readonly wins: readonly [number, number, number];
  readonly good_roads: readonly string[];
  readonly main: MainMarksFrom | null;
}
