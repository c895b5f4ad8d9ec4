// Generated from src/punto/server/protocol by `make format`; do not edit.

import type {
  BetHits,
  FieldTotal,
  HandClock,
  HandView,
  HolderName,
  Offset,
  PlaceOfCard,
  RoadsChange,
  RoundResult,
  StruckCard,
  Winner,
} from "./parts.generated";

/** Answers `open_table` without a usable offset: a full snapshot. */
export interface TableOpened {
  readonly type: "table_opened";
  readonly offset: Offset;
  readonly server_time: number;
  readonly info: TableInfo;
  readonly state: TableState;
}

/** What does not change while a table is open. */
export interface TableInfo {
  readonly table: string;
  readonly title: string;
  readonly book: string;
  readonly book_title: string;
  readonly kind: "live" | "on_demand" | "timed";
  readonly deck: string;
  /** what each card counts, if cards are squeezed; otherwise empty */
  readonly points: readonly (readonly [string, number])[];
  readonly chips: readonly number[];
  readonly denominations: readonly number[];
  readonly fields: readonly FieldInfo[];
  readonly modes: readonly ModeInfo[];
  readonly difference_max: number | null;
  readonly tip_max: number;
  readonly has_squeeze: boolean;
  readonly has_lead: boolean;
  readonly shows_naturals: boolean;
  /** whether this deck's pairs are counted and marked */
  readonly marks_pairs: boolean;
  readonly allows_keep_bets_on: boolean;
  /** null: until the patron deals */
  readonly betting_ms: number | null;
  readonly hurry_ms: number;
  readonly squeeze_ms: number;
  readonly third_squeeze_ms: number;
  readonly result_ms: number;
  readonly shoe_change_ms: number;
  /** where the picture is, by WebRTC */
  readonly whep_url: string | null;
  /** and by HLS, where WebRTC does not reach */
  readonly hls_url: string | null;
  /** null: nobody deals */
  readonly dealer: "person" | "simulated" | null;
  /** from the next shoe on; empty: as they are */
  readonly coming_limits: readonly ComingLimit[];
  /** from a storm to the first card; null: the book has none */
  readonly storm_ms: number | null;
}

/** A betting field: its title, odds and limits. */
export interface FieldInfo {
  readonly bet: string;
  readonly title: string;
  /** what its lines pay, as fractions, best last */
  readonly odds: readonly string[];
  readonly stake_min: number;
  /** null: only the difference of Player and Banker is limited */
  readonly stake_max: number | null;
  readonly return_max: number | null;
  readonly last_round: number | null;
  readonly backs: "banker" | "player" | null;
  /** pays when the hands tie, and only then */
  readonly is_tie: boolean;
  /** the part of a stake that pays for the storm, as a fraction */
  readonly fee: string;
}

export interface ModeInfo {
  readonly id: string;
  readonly title: string;
  readonly leaves_out: readonly string[];
}

/** Of a field, from the next shoe on. */
export interface ComingLimit {
  readonly bet: string;
  readonly stake_min: number;
  readonly stake_max: number | null;
  readonly return_max: number | null;
}

/** A table's public state. */
export interface TableState {
  readonly shoe: number;
  readonly round: number;
  readonly phase: "betting" | "dealing" | "result" | "shoe_change" | "squeezing";
  /** when the phase ends, in server time; null: unknown */
  readonly ends_at: number | null;
  readonly paused: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards" | null;
  readonly is_last_round: boolean;
  readonly player: HandView;
  readonly banker: HandView;
  /** of the squeeze; 0: none is open */
  readonly stage: number;
  readonly stage_cards: readonly PlaceOfCard[];
  /** of the hands that are squeezed */
  readonly clocks: readonly HandClock[];
  /** of who squeezes them, some of them */
  readonly names: readonly HolderName[];
  readonly totals: readonly FieldTotal[];
  readonly roads: RoadsChange;
  /** in this shoe, without those that never came out */
  readonly side_bet_hits: readonly BetHits[];
  readonly last_result: RoundResult | null;
  readonly winners: readonly Winner[];
  readonly patrons: number;
  readonly bots: number;
  /** of the shoe in play, or of the next one during a shoe change */
  readonly commitment: string | null;
  readonly contributions: readonly string[];
  readonly burn_card: string | null;
  readonly burned_face_down: number;
  /** why the previous shoe was, until the next one opens */
  readonly abandoned: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards" | null;
  /** the name of the person who deals; empty: nobody does, or shows no name */
  readonly dealer: string;
  /** by the storm of this round, once betting has closed */
  readonly struck: readonly StruckCard[];
}

/** Answers `open_table` with a known offset; the missed public messages follow, then `seat`. */
export interface TableResumed {
  readonly type: "table_resumed";
  readonly table: string;
  readonly server_time: number;
  readonly missed: number;
}

export interface TableClosed {
  readonly type: "table_closed";
  readonly table: string;
  readonly reason: "asked" | "closed" | "idle" | "removed";
}

/** The table has new limits from a shoe on. When it comes, `table_opened` brings them. */
export interface LimitsAnnounced {
  readonly type: "limits_announced";
  readonly table: string;
  readonly from_shoe: number;
  readonly limits: readonly ComingLimit[];
}
