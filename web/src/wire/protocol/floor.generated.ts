// Generated from src/punto/server/protocol by `make format`; do not edit.

import type { GoodRoad, HandView, MainMark, MainMarksFrom } from "./parts.generated";
import type { RefusalName } from "./refusals.generated";

/**
 * The first message on a socket. It comes again when another server has taken over the floor behind the socket: the
 * client then opens its tables again, since what it has seen, and repeats what was not answered, with the same ids.
 */
export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  /** private numbers restart with each boot of the server */
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
  /** time played and net result stand on the screen all the time */
  readonly session_in_sight: boolean;
}

/**
 * The floor cannot be reached from here, or cannot reach its store, so nothing that is sent is heard. The socket
 * stays open; `welcome` comes again. Repeated every two seconds.
 */
export interface FloorAway {
  readonly type: "floor_away";
  readonly why?: "floor" | "store";
}

export interface Pong {
  readonly type: "pong";
  readonly sent_at: number;
  readonly server_time: number;
}

/** A message was invalid, came too fast, or came from a locked session. Nothing was done. */
export interface Problem {
  readonly type: "problem";
  readonly reason: RefusalName;
  readonly detail: string;
}

export interface Purse {
  readonly type: "purse";
  readonly number: number;
  readonly balance: number;
}

/** Sent at the floor's interval: how long the session has lasted and what was won or lost. */
export interface RealityCheck {
  readonly type: "reality_check";
  readonly elapsed_ms: number;
  readonly net: number;
  readonly staked: number;
}

/** An own limit was reached, or a cool-off or exclusion has begun. Bets already placed are settled. */
export interface PlayIsOver {
  readonly type: "play_is_over";
  readonly reason: RefusalName;
}

/** To supervisors: a dispute was raised or decided. `GET /api/staff/disputes` lists the open ones. */
export interface DisputeNotice {
  readonly type: "dispute_notice";
  readonly table: string;
  readonly shoe: number;
  readonly round: number;
  readonly state: "corrected" | "dismissed" | "raised" | "voided";
  /** open disputes at this table */
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
  /** of a live table */
  readonly dealer: "person" | "simulated" | null;
  /** how long betting is open */
  readonly pace_ms: number | null;
  readonly shoe: number;
  readonly round: number;
  readonly phase: "betting" | "dealing" | "result" | "shoe_change" | "squeezing";
  readonly ends_at: number | null;
  readonly paused: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards" | null;
  readonly patrons: number;
  readonly bots: number;
  /** Player, tie, Banker */
  readonly wins: readonly [number, number, number];
  readonly good_roads: readonly GoodRoad[];
  /** of a shoe without a win yet */
  readonly leading_ties: number;
  readonly last: LastHands | null;
  readonly main: readonly MainMark[];
}

/** How a table's last round of this shoe ended, in brief. */
export interface LastHands {
  readonly winner: "banker" | "player" | "tie";
  readonly player: HandView;
  readonly banker: HandView;
}

/** The new state of one table in the lobby. A result waits until the table's own screens have shown the cards. */
export interface LobbyChange {
  readonly type: "lobby_change";
  readonly table: string;
  readonly shoe: number;
  readonly round: number;
  readonly phase: "betting" | "dealing" | "result" | "shoe_change" | "squeezing";
  readonly ends_at: number | null;
  readonly paused: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards" | null;
  readonly patrons: number;
  readonly bots: number;
  readonly wins: readonly [number, number, number];
  readonly good_roads: readonly GoodRoad[];
  readonly leading_ties: number;
  readonly last: LastHands | null;
  readonly main: MainMarksFrom | null;
}

/** To whoever watches good roads, when one comes or goes: every table that shows one. */
export interface GoodRoadsNow {
  readonly type: "good_roads_now";
  readonly tables: readonly TableWithGoodRoads[];
}

export interface TableWithGoodRoads {
  readonly table: string;
  readonly title: string;
  readonly book: string;
  readonly good_roads: readonly GoodRoad[];
}
