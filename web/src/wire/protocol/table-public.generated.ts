// Generated from src/punto/server/protocol by `make format`; do not edit.

import type {
  BetHits,
  FaceUp,
  FieldTotal,
  HandClock,
  HandView,
  HolderName,
  PlaceOfCard,
  RoadsChange,
  RoundResult,
  StruckCard,
  Winner,
} from "./parts.generated";

/** At most four a second. */
export interface Totals {
  readonly type: "totals";
  readonly table: string;
  readonly totals: readonly FieldTotal[];
  readonly patrons: number;
  readonly bots: number;
}

/** The next shoe is sealed; patrons may contribute to it until `ends_at`. */
export interface ShoeCommitted {
  readonly type: "shoe_committed";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly commitment: string;
  readonly ends_at: number;
}

export interface ContributionMade {
  readonly type: "contribution_made";
  readonly table: string;
  readonly version: number;
  readonly digest: string;
}

export interface ShoeOpened {
  readonly type: "shoe_opened";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly commitment: string;
  readonly contributions: readonly string[];
}

export interface CardsBurned {
  readonly type: "cards_burned";
  readonly table: string;
  readonly version: number;
  readonly card: string;
  readonly face_down: number;
}

export interface BettingOpened {
  readonly type: "betting_opened";
  readonly table: string;
  readonly version: number;
  readonly round: number;
  readonly at: number;
  readonly closes_at: number | null;
  readonly is_last_round: boolean;
  /** dealt without bets */
  readonly is_free_hand?: boolean;
}

export interface BettingClosed {
  readonly type: "betting_closed";
  readonly table: string;
  readonly version: number;
  readonly at: number;
}

/** A storm: these cards multiply what a bet wins in this round. */
export interface CardsStruck {
  readonly type: "cards_struck";
  readonly table: string;
  readonly version: number;
  readonly struck: readonly StruckCard[];
  readonly at: number;
}

/** `face` is empty while only its holders may see it. */
export interface CardDealt {
  readonly type: "card_dealt";
  readonly table: string;
  readonly version: number;
  readonly side: "banker" | "player";
  readonly card: number;
  readonly face: string;
  readonly total: number | null;
  readonly at: number;
}

/** Holders may open their cards until the clock of the hand; `closes_at` is the last of them. */
export interface StageOpened {
  readonly type: "stage_opened";
  readonly table: string;
  readonly version: number;
  readonly stage: number;
  readonly cards: readonly PlaceOfCard[];
  /** null: no clock runs */
  readonly closes_at: number | null;
  readonly holders: number;
  readonly clocks: readonly HandClock[];
  readonly names: readonly HolderName[];
}

/** The lead has turned a card; everybody sees it. */
export interface CardTurned {
  readonly type: "card_turned";
  readonly table: string;
  readonly version: number;
  readonly side: "banker" | "player";
  readonly card: number;
  readonly face: string;
  readonly total: number | null;
}

/** Time is up for a side: its cards turn by themselves, over two seconds. Player's first, then Banker's. */
export interface HandTurned {
  readonly type: "hand_turned";
  readonly table: string;
  readonly version: number;
  readonly side: "banker" | "player";
  readonly faces: readonly FaceUp[];
  readonly total: number | null;
}

export interface StageEnded {
  readonly type: "stage_ended";
  readonly table: string;
  readonly version: number;
  readonly stage: number;
  readonly faces: readonly FaceUp[];
  readonly player_total: number | null;
  readonly banker_total: number | null;
}

export interface RoundSettled {
  readonly type: "round_settled";
  readonly table: string;
  readonly version: number;
  readonly result: RoundResult;
  readonly roads: RoadsChange;
  readonly winners: readonly Winner[];
  readonly ends_at: number;
  readonly is_last_round: boolean;
  /** in this shoe, without those that never came out */
  readonly side_bet_hits: readonly BetHits[];
}

/** Ended before settlement; all stakes are returned. */
export interface RoundCancelled {
  readonly type: "round_cancelled";
  readonly table: string;
  readonly version: number;
  readonly round: number;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards";
  readonly ends_at: number;
}

/** The settlement of the last round, or of one in dispute, was reversed. */
export interface RoundVoided {
  readonly type: "round_voided";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly round: number;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards";
  readonly roads: RoadsChange;
  readonly side_bet_hits: readonly BetHits[];
}

/** The last round, or one in dispute, was settled again with other cards. */
export interface RoundCorrected {
  readonly type: "round_corrected";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly result: RoundResult;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards";
  readonly roads: RoadsChange;
  readonly side_bet_hits: readonly BetHits[];
}

export interface ShoeEnded {
  readonly type: "shoe_ended";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly ends_at: number;
}

/** Not continued. Its secret is revealed all the same, and another shoe follows. */
export interface ShoeAbandoned {
  readonly type: "shoe_abandoned";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards";
  readonly ends_at: number;
}

export interface ShoeRevealed {
  readonly type: "shoe_revealed";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly secret: string;
}

/** Another person deals; without a name, nobody for now. */
export interface DealerChanged {
  readonly type: "dealer_changed";
  readonly table: string;
  readonly version: number;
  readonly name: string;
}

/** The divider is out: the shoe ends with this round, or with the next. */
export interface DividerSeen {
  readonly type: "divider_seen";
  readonly table: string;
  readonly version: number;
  readonly is_last_round: boolean;
}

/** It has left the shoe and is in no hand. */
export interface CardSetAside {
  readonly type: "card_set_aside";
  readonly table: string;
  readonly version: number;
  readonly card: string;
}

/** The hands of the running round as they really lie. */
export interface HandsRebuilt {
  readonly type: "hands_rebuilt";
  readonly table: string;
  readonly version: number;
  readonly player: HandView;
  readonly banker: HandView;
}

export interface TablePaused {
  readonly type: "table_paused";
  readonly table: string;
  readonly version: number;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards";
  readonly at: number;
}

export interface TableResumes {
  readonly type: "table_resumes";
  readonly table: string;
  readonly version: number;
  readonly at: number;
  readonly phase: "betting" | "dealing" | "result" | "shoe_change" | "squeezing";
  readonly ends_at: number | null;
}

export type PublicMessage =
  | ShoeCommitted
  | ContributionMade
  | ShoeOpened
  | CardsBurned
  | BettingOpened
  | BettingClosed
  | CardsStruck
  | CardDealt
  | StageOpened
  | CardTurned
  | HandTurned
  | StageEnded
  | RoundSettled
  | RoundCancelled
  | RoundVoided
  | RoundCorrected
  | ShoeEnded
  | ShoeAbandoned
  | ShoeRevealed
  | DealerChanged
  | DividerSeen
  | CardSetAside
  | HandsRebuilt
  | TablePaused
  | TableResumes;
