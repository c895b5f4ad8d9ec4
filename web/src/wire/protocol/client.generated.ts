// Generated from src/punto/server/protocol by `make format`; do not edit.

import type { BentCorner, Offset } from "./parts.generated";

/** Answered by `pong`, which tells the client the server's time for an exact countdown. */
export interface Ping {
  readonly type: "ping";
  readonly sent_at: number;
}

export interface WatchLobby {
  readonly type: "watch_lobby";
  readonly on?: boolean;
}

/** Whoever sits at a table hears of good roads elsewhere, without the whole lobby. */
export interface WatchGoodRoads {
  readonly type: "watch_good_roads";
  readonly on?: boolean;
}

/** Staff who deal or supervise follow a hand-dealt table's `console_state`. */
export interface WatchConsole {
  readonly type: "watch_console";
  readonly table: string;
  readonly on?: boolean;
}

/** Supervisors: the whole floor, at most twice a second. */
export interface WatchFloor {
  readonly type: "watch_floor";
  readonly on?: boolean;
}

/** How a patron watches a table: at first, when it changes, and every ten seconds. Not answered. */
export interface SeePicture {
  readonly type: "see_picture";
  readonly table: string;
  /** null: without a picture */
  readonly by: "hls" | "whep" | null;
  /** the worst of half a minute; null: it cannot be told, or not yet */
  readonly delay_ms?: number | null;
}

/** Table talk: a phrase, or where the table takes it a text. */
export interface Say {
  readonly type: "say";
  readonly table: string;
  readonly phrase?: "again" | "cheers" | "congratulations" | "good_luck" | "good_night" | "hello" | "lets_go" | "slowly" | "so_close" | "thank_you" | "well_done" | "wow" | null;
  readonly text?: string;
}

/** To a squeeze at a table, for everybody to see: one in three seconds. Not answered; refused by a `problem`. */
export interface React {
  readonly type: "react";
  readonly table: string;
  readonly reaction: "blow" | "luck" | "monkey" | "nine";
}

/** Follow a table. With `since`, missed messages are sent; without it, or if that is too long ago, a snapshot. */
export interface OpenTable {
  readonly type: "open_table";
  readonly table: string;
  readonly since?: Offset | null;
}

/** How a holder bends a card, for the others to watch. Not answered; some may be dropped. */
export interface BendCard {
  readonly type: "bend_card";
  readonly table: string;
  readonly side: "banker" | "player";
  readonly card: number;
  readonly grip: "bottom" | "bottom_left" | "bottom_right" | "left" | "right" | "top" | "top_left" | "top_right";
  /** how far the gripped point moved; 0 and 0: released */
  readonly x: number;
  readonly y: number;
  /** of the card, in quarter turns */
  readonly turns: number;
  /** of a card that two fingers bend */
  readonly second?: BentCorner | null;
}

/** Refused while the patron has bets on it. */
export interface CloseTable {
  readonly type: "close_table";
  readonly id: string;
  readonly table: string;
}

export interface PlaceWager {
  readonly type: "place_wager";
  readonly bet: string;
  readonly stake: number;
  readonly id: string;
  readonly table: string;
  /** shoe and round; default: the round running on arrival */
  readonly round?: readonly [number, number] | null;
}

/**
 * Several stakes as one bet: a saved set, or chips that waited for betting to open. What is closed or not offered
 * here is left out and named.
 */
export interface PlaceSet {
  readonly type: "place_set";
  readonly stakes: readonly (readonly [string, number])[];
  readonly id: string;
  readonly table: string;
  /** shoe and round; default: the round running on arrival */
  readonly round?: readonly [number, number] | null;
}

/** Moves a stack to another field; null clears it. */
export interface MoveStake {
  readonly type: "move_stake";
  readonly bet: string;
  readonly to: string | null;
  readonly id: string;
  readonly table: string;
  /** shoe and round; default: the round running on arrival */
  readonly round?: readonly [number, number] | null;
}

export interface ClearLast {
  readonly type: "clear_last";
  readonly id: string;
  readonly table: string;
  /** shoe and round; default: the round running on arrival */
  readonly round?: readonly [number, number] | null;
}

export interface ClearAll {
  readonly type: "clear_all";
  readonly id: string;
  readonly table: string;
  /** shoe and round; default: the round running on arrival */
  readonly round?: readonly [number, number] | null;
}

export interface DoubleStakes {
  readonly type: "double_stakes";
  readonly id: string;
  readonly table: string;
  /** shoe and round; default: the round running on arrival */
  readonly round?: readonly [number, number] | null;
}

export interface RaiseStakes {
  readonly type: "raise_stakes";
  /** in credits */
  readonly chip: number;
  readonly id: string;
  readonly table: string;
  /** shoe and round; default: the round running on arrival */
  readonly round?: readonly [number, number] | null;
}

export interface RepeatStakes {
  readonly type: "repeat_stakes";
  readonly id: string;
  readonly table: string;
  /** shoe and round; default: the round running on arrival */
  readonly round?: readonly [number, number] | null;
}

export interface ChooseMode {
  readonly type: "choose_mode";
  readonly mode: string;
  readonly id: string;
  readonly table: string;
}

export interface ChooseDenomination {
  readonly type: "choose_denomination";
  readonly denomination: number;
  readonly id: string;
  readonly table: string;
}

export interface KeepBetsOn {
  readonly type: "keep_bets_on";
  readonly on: boolean;
  readonly id: string;
  readonly table: string;
}

export interface AutoRepeat {
  readonly type: "auto_repeat";
  readonly on: boolean;
  readonly id: string;
  readonly table: string;
}

export interface ChooseSqueeze {
  readonly type: "choose_squeeze";
  readonly on: boolean;
  readonly id: string;
  readonly table: string;
}

export interface Deal {
  readonly type: "deal";
  readonly id: string;
  readonly table: string;
  /** shoe and round; default: the round running on arrival */
  readonly round?: readonly [number, number] | null;
}

export interface OpenCard {
  readonly type: "open_card";
  readonly side: "banker" | "player";
  readonly card: number;
  readonly id: string;
  readonly table: string;
}

export interface GiveTip {
  readonly type: "give_tip";
  readonly amount: number;
  readonly id: string;
  readonly table: string;
  /** shoe and round; default: the round running on arrival */
  readonly round?: readonly [number, number] | null;
}

export interface RaiseDispute {
  readonly type: "raise_dispute";
  readonly id: string;
  readonly table: string;
}

/** The SHA-256 of the patron's own words for the next shoe; the words never leave the client. */
export interface Contribute {
  readonly type: "contribute";
  readonly digest: string;
  readonly id: string;
  readonly table: string;
}

export type ClientMessage =
  | Ping
  | WatchLobby
  | WatchGoodRoads
  | WatchConsole
  | WatchFloor
  | SeePicture
  | Say
  | React
  | OpenTable
  | BendCard
  | CloseTable
  | PlaceWager
  | PlaceSet
  | MoveStake
  | ClearLast
  | ClearAll
  | DoubleStakes
  | RaiseStakes
  | RepeatStakes
  | ChooseMode
  | ChooseDenomination
  | KeepBetsOn
  | AutoRepeat
  | ChooseSqueeze
  | Deal
  | OpenCard
  | GiveTip
  | RaiseDispute
  | Contribute;

export type Action =
  | CloseTable
  | PlaceWager
  | PlaceSet
  | MoveStake
  | ClearLast
  | ClearAll
  | DoubleStakes
  | RaiseStakes
  | RepeatStakes
  | ChooseMode
  | ChooseDenomination
  | KeepBetsOn
  | AutoRepeat
  | ChooseSqueeze
  | Deal
  | OpenCard
  | GiveTip
  | RaiseDispute
  | Contribute;
