// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

import type { Confirmation, SupervisorCall } from "../protocol/staff.generated";
import type { Role } from "./account.generated";
import type { SecondPerson } from "./money.generated";

export interface AsideCard {
  readonly card: string;
  readonly second?: SecondPerson | null;
  readonly note?: string;
}

export interface CallText {
  readonly text?: string;
}

/** Placed at a version of the table's log, or waiting for a second person. */
export interface CardEntered {
  readonly version: number | null;
  readonly waits: Confirmation | null;
}

/** A hand-dealt table to choose from. */
export interface DealtTable {
  readonly table: string;
  readonly title: string;
  /** the name of who has tapped in; empty: nobody */
  readonly dealer: string;
}

export interface DealtTables {
  readonly tables: readonly DealtTable[];
}

export interface Decision {
  readonly decision: "confirm" | "decline";
}

export interface DeviceIsThere {
  /** started or unplugged: its next line's number */
  readonly begins?: number | null;
}

export interface DeviceLine {
  readonly line: string;
  /** by the device's clock, in milliseconds; at most five seconds back count */
  readonly read_at?: number;
  /** a line sent again under the same id gets its first answer */
  readonly id?: string | "";
}

export interface DeviceWanted {
  readonly table: string;
  readonly title: string;
}

export interface EarlyCard {
  /** when it was really dealt, if that was before it was read */
  readonly dealt_at?: number;
  readonly note?: string;
}

/** A line as staff see it. */
export interface HeardLine {
  readonly id: number;
  readonly patron: string;
  readonly name: string;
  readonly phrase: "again" | "cheers" | "congratulations" | "good_luck" | "good_night" | "hello" | "lets_go" | "slowly" | "so_close" | "thank_you" | "well_done" | "wow" | null;
  readonly text: string;
  readonly at: number;
  readonly state: "held" | "removed" | "said";
  readonly is_muted: boolean;
}

export interface KeptTalk {
  /** oldest first */
  readonly lines: readonly KeptTalkLine[];
  /** the `after` of the next page */
  readonly next: string | null;
}

export interface KeptTalkLine {
  readonly table: string;
  readonly patron: string;
  readonly name: string;
  readonly phrase: "again" | "cheers" | "congratulations" | "good_luck" | "good_night" | "hello" | "lets_go" | "slowly" | "so_close" | "thank_you" | "well_done" | "wow" | null;
  readonly text: string;
  readonly at: number;
  readonly state: "held" | "removed" | "said";
  readonly let_through: TalkRuling | null;
  readonly removed: TalkRuling | null;
}

export interface MadeDevice {
  readonly device: ShownDevice;
  /** shown once; send it as `Authorization: Bearer KEY` */
  readonly key: string;
}

export interface Muting {
  readonly patron: string;
  /** 0: may speak again */
  readonly minutes: number;
}

export interface NewShoe {
  readonly old_cards_removed: boolean;
  /** once more */
  readonly new_cards_shuffled: boolean;
}

export interface Opening {
  /** a round on which nobody bets */
  readonly is_free_hand?: boolean;
}

export interface PeopleWithPins {
  /** by name */
  readonly people: readonly WithPin[];
}

export interface PictureReport {
  /** by the clock in the picture; null: no picture comes */
  readonly delay_ms: number | null;
  /** null: the first way that the table names; of a loss, every way */
  readonly by?: "hls" | "whep" | null;
}

export interface RebuiltHands {
  readonly player: string;
  readonly banker: string;
  readonly reason?: "burn_forgotten" | "card_error" | "card_exposed" | "cleared_early" | "dealer_unwell" | "dealing_error" | "dispute" | "interruption" | "malfunction" | "other" | "picture_lost" | "reader_lost" | "revealed_early";
  readonly second?: SecondPerson | null;
  readonly note?: string;
}

export interface ReliefNamed {
  readonly name: string;
  /** when the turn is over; null: turns have no set length */
  readonly ends_at: number | null;
}

export interface ReliefWanted {
  /** or the account's id; empty: nobody after all */
  readonly name?: string;
}

export interface Resuming {
  /** after a card that stopped a hand-dealt table: it has not left the shoe */
  readonly nothing_drawn?: boolean;
  readonly note?: string;
}

/** What became of a line. */
export interface ScanOutcome {
  readonly happened: "alive" | "ignored" | "placed" | "refused";
  /** why it was ignored or refused; empty: placed */
  readonly reason: string;
  /** that the code stands for */
  readonly card: string;
  /** the table waits for somebody */
  readonly is_stopped: boolean;
}

export interface ScannedLine {
  readonly line: string;
  /** a line sent again under the same id gets its first answer */
  readonly id?: string | "";
}

export interface ShownDevice {
  readonly id: string;
  readonly table: string;
  readonly title: string;
  readonly made_at: number;
  readonly made_by: string;
}

export interface ShownDevices {
  readonly devices: readonly ShownDevice[];
}

export interface TableCalls {
  readonly calls: readonly SupervisorCall[];
}

/** The version of the table's log after the action. */
export interface TableVersion {
  readonly version: number;
}

export interface Talk {
  readonly is_open: boolean;
  /** texts */
  readonly waiting: number;
  /** newest first */
  readonly lines: readonly HeardLine[];
}

export interface TalkOpening {
  readonly is_open: boolean;
}

export interface TalkRuling {
  /** the account */
  readonly by: string;
  readonly name: string;
  readonly at: number;
}

export interface TappingIn {
  /** or the account's id */
  readonly name: string;
  readonly pin: string;
}

export interface TappingOut {
  /** of the dealer who taps out; a supervisor needs none */
  readonly pin?: string;
}

export interface TypedCard {
  readonly card: string;
  /** null: somebody confirms it on another device */
  readonly second?: SecondPerson | null;
}

export interface Waiting {
  readonly confirmations: readonly Confirmation[];
}

export interface WithNote {
  readonly note?: string;
}

/** Somebody who may tap in, or confirm as a second person, with a PIN. */
export interface WithPin {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export interface WithReason {
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "cleared_early" | "dealer_unwell" | "dealing_error" | "dispute" | "interruption" | "malfunction" | "other" | "picture_lost" | "reader_lost" | "revealed_early";
  readonly note?: string;
}
