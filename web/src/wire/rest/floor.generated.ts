// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

import type { LastHands } from "../protocol/floor.generated";
import type { GoodRoad } from "../protocol/parts.generated";
import type { TableInfo } from "../protocol/table-opened.generated";

export interface BetAnswer {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly LineAnswer[];
  readonly last_round: number | null;
  readonly backs: "banker" | "player" | null;
  /** as a fraction, from a fresh shoe */
  readonly rtp: string;
  readonly rtp_percent: number;
  readonly house_edge_percent: number;
  readonly win_percent: number;
  readonly standard_deviation: number;
}

export interface BookAnswer {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly deck: string;
  readonly cards: number;
  readonly bets: readonly BetAnswer[];
  readonly modes: readonly ModeAnswer[];
  /** null: its drawing rule fits no chart */
  readonly chart: ChartAnswer | null;
}

export interface BookInShort {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly deck: string;
  readonly cards: number;
  readonly bets: readonly string[];
  /** of this floor, that play it */
  readonly tables: readonly string[];
}

/** Who draws a third card: true where the side draws. */
export interface ChartAnswer {
  /** on each total from 0 to 7 */
  readonly player: readonly boolean[];
  readonly banker: readonly ChartRowAnswer[];
}

export interface ChartRowAnswer {
  /** Banker's first two cards */
  readonly total: number;
  readonly if_player_stood: boolean;
  /** Player's third card counting 0 to 9 */
  readonly by_third: readonly boolean[];
}

export interface ExplainedHands {
  readonly player: HandAnswer;
  readonly banker: HandAnswer;
  readonly steps: readonly StepAnswer[];
  readonly winner: "banker" | "player" | "tie";
  readonly decided_by: "equal" | "higher" | "larger_negative" | "negative";
}

export interface HandAnswer {
  /** of each card */
  readonly points: readonly number[];
  readonly two_card_total: number;
  readonly total: number;
}

export interface Health {
  readonly status: string;
  readonly why: string;
}

/** House rules, which differ by jurisdiction. */
export interface HouseRules {
  readonly auto_repeat: boolean;
  readonly tables_at_once: number;
  /** bets stay for the next round on demand tables */
  readonly keep_bets_on: boolean;
  /** a patron may have the cards of an on demand table at once */
  readonly quick_reveal: boolean;
  /** from one deal to the next */
  readonly shortest_round_ms: number;
  readonly reality_check_minutes: number | null;
  readonly leave_after_idle_rounds: number | null;
  /** time played and net result stand on the screen all the time */
  readonly session_in_sight: boolean;
}

/** A bet's last line is the loss when no other line holds. */
export interface LineAnswer {
  readonly when: string;
  /** to one, as a fraction; 0 is a push, -1 a loss */
  readonly pays: string;
  /** as a fraction */
  readonly chance: string;
  readonly chance_percent: number;
}

export interface LobbyAnswer {
  readonly floor: string;
  readonly is_demo: boolean;
  readonly server_time: number;
  readonly currency: string;
  readonly currency_digits: number;
  readonly currency_symbol: string;
  /** what a guest gets */
  readonly play_credits: number | null;
  readonly has_guests: boolean;
  readonly registration: "open" | "operator" | "staff";
  /** required in addition to a name */
  readonly identity: "document" | "none";
  readonly tables: readonly TableInLobby[];
}

export interface ModeAnswer {
  readonly id: string;
  readonly title: string;
  readonly leaves_out: readonly string[];
}

export interface Pace {
  readonly betting_ms: number;
  /** the last part of betting */
  readonly hurry_ms: number;
  /** from card to card */
  readonly card_ms: number;
  readonly result_ms: number;
  readonly shoe_change_ms: number;
  /** the first four cards */
  readonly squeeze_ms: number;
  readonly third_squeeze_ms: number;
  /** from the storm to the first card, where the book has one */
  readonly storm_ms: number;
}

/** Why a side drew or stood. */
export interface StepAnswer {
  readonly kind: "draws_against" | "draws_behind" | "draws_on" | "equal" | "natural" | "stands_against" | "stands_behind" | "stands_on" | "too_far";
  readonly side: "banker" | "player" | null;
  /** of that side's first two cards */
  readonly total: number | null;
  /** what Player's third card counts, where Banker goes by it */
  readonly third: number | null;
  /** the totals, or third cards, on which that side draws */
  readonly on: readonly number[];
}

export interface TableAnswer {
  readonly info: TableInfo;
  readonly currency: string;
  readonly pace: Pace;
  readonly house: HouseRules;
  readonly cut_card: number;
  readonly plays_one_more: boolean;
  readonly exposure_max: number | null;
  readonly video_delay_ms: number;
}

/** A table in brief. */
export interface TableInLobby {
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
}
