// Generated from src/punto/server/protocol by `make format`; do not edit.

import type { MainMark } from "./parts.generated";

/** Everything a dealer's console shows of its table, whole each time something changes. */
export interface ConsoleState {
  readonly type: "console_state";
  readonly table: string;
  readonly title: string;
  readonly book: string;
  readonly server_time: number;
  /** during a pause, the phase that was stopped */
  readonly phase: "betting" | "burn" | "dealing" | "ready" | "result" | "shoe_change" | "squeezing";
  readonly phase_since: number;
  /** when it ends by itself */
  readonly ends_at: number | null;
  readonly next_step: "close_betting" | "confirm_result" | "deal_early_card" | "free_hand" | "new_shoe" | "open_betting" | "read_burn" | "rebuild" | "resume" | "settle_misdeal" | "tap_in" | "wait" | "wait_for_card";
  readonly shoe: number;
  readonly round: number;
  readonly is_free_hand: boolean;
  readonly is_last_round: boolean;
  readonly awaits: AwaitedCard | null;
  readonly player: ConsoleHand;
  readonly banker: ConsoleHand;
  readonly last_card: CardRead | null;
  readonly stop: ConsoleStop | null;
  readonly burn: ConsoleBurn | null;
  readonly divider: "in_the_shoe" | "missed" | "seen";
  /** of the cards on the felt, while the dealer has yet to confirm it */
  readonly result: ConsoleResult | null;
  readonly last_round: ConsoleResult | null;
  readonly dealer: ConsolePerson | null;
  readonly fields: readonly ConsoleField[];
  readonly staked: number;
  /** with a stake */
  readonly patrons: number;
  readonly main: readonly MainMark[];
  /** Player, tie, Banker */
  readonly wins: readonly [number, number, number];
  readonly alarms: readonly ConsoleAlarm[];
  readonly reader: ConsoleReader;
  readonly picture: PictureState | null;
  /** to this dealer since tapping in */
  readonly tips: number;
  /** from this table */
  readonly calls: readonly SupervisorCall[];
  /** from all tables */
  readonly calls_waiting: number;
  /** that waits at this table */
  readonly confirmation: Confirmation | null;
  readonly stake_min: number;
  readonly stake_max: number;
  /** playing modes of the book */
  readonly modes: number;
  /** every face of the deck, and how many of it may still come */
  readonly faces: readonly (readonly [string, number])[];
  readonly set_aside: readonly string[];
  /** the house's answer to a card against the rules */
  readonly misdeal: "cancel" | "free_hand" | "next_burn";
  /** of the shoe, those burned face down included */
  readonly cards_out: number;
}

export interface AwaitedCard {
  readonly side: "banker" | "player";
  /** of the hand, counted from 1 */
  readonly number: number;
}

export interface ConsoleHand {
  readonly cards: readonly string[];
  readonly total: number;
}

/** The last card that was placed. */
export interface CardRead {
  readonly card: string;
  /** null: the burn card */
  readonly side: "banker" | "player" | null;
  readonly number: number;
  readonly at: number;
}

/** Why the table is paused. */
export interface ConsoleStop {
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards";
  /** the card that is the reason, if one is; with `two_cards` both, with `card_to_wrong_side` the side */
  readonly detail: string;
  readonly since: number;
  /** the dealer may go on; otherwise a supervisor must */
  readonly may_scan_again: boolean;
  /** a stray card is in no hand: whoever resumes says that none was drawn, or sets it aside */
  readonly asks_for_card: boolean;
  /** of a card too many: the rounds of this shoe in which the others were */
  readonly rounds: readonly number[];
}

export interface ConsoleBurn {
  readonly card: string;
  /** how many follow it */
  readonly face_down: number;
}

export interface ConsoleResult {
  readonly round: number;
  readonly winner: "banker" | "player" | "tie";
  readonly player: ConsoleHand;
  readonly banker: ConsoleHand;
}

export interface ConsolePerson {
  readonly id: string;
  readonly name: string;
  /** null: from before a restart */
  readonly since: number | null;
  /** when the turn is over; null: turns have no set length */
  readonly until?: number | null;
  /** name of who comes then; empty: nobody is named */
  readonly relief?: string;
}

/** One field of the felt, in the order of the book. */
export interface ConsoleField {
  readonly bet: string;
  readonly title: string;
  /** of patrons, without bots */
  readonly stake: number;
  readonly patrons: number;
  /** the last round of a shoe in which it is offered */
  readonly closed_after: number | null;
  readonly is_closed: boolean;
}

export interface ConsoleAlarm {
  readonly kind: "divider_missed" | "picture_out_of_band" | "reader_missing" | "reader_silent" | "relief_late" | "rubbish" | "slow_card";
  readonly since: number;
  readonly detail?: string;
}

export interface ConsoleReader {
  readonly status: "missing" | "ready" | "silent";
  readonly heard_at: number | null;
  readonly last_code: string;
  /** of its last line: placed, ignored, refused */
  readonly last_outcome: string;
  readonly last_reason: string;
  /** in this shoe, as the two below */
  readonly read: number;
  readonly ignored: number;
  readonly refused: number;
}

/** How late a live table's picture is. */
export interface PictureState {
  /** the worst of its ways */
  readonly condition: "early" | "in_band" | "late" | "lost" | "unmeasured";
  /** by which cards are held back now */
  readonly held_ms: number;
  /** nobody has seen it since, by any way */
  readonly lost_since: number | null;
  /** that are offered */
  readonly ways: readonly WayOfPicture[];
}

/** One way of watching a live table. */
export interface WayOfPicture {
  readonly way: "hls" | "whep";
  readonly condition: "early" | "in_band" | "late" | "lost" | "unmeasured";
  /** as measured; null: not lately */
  readonly delay_ms: number | null;
  /** the band in which it should be */
  readonly least_ms: number;
  readonly most_ms: number;
  /** patrons */
  readonly watching: number;
}

export interface SupervisorCall {
  readonly id: number;
  readonly table: string;
  readonly text: string;
  /** account */
  readonly by: string;
  readonly name: string;
  readonly at: number;
  /** account; empty: nobody yet */
  readonly taken_by?: string;
  readonly taken_name?: string;
  readonly taken_at?: number | null;
}

/** Something that one person has done at a table and that waits for another's word. */
export interface Confirmation {
  readonly id: number;
  readonly table: string;
  readonly deed: "type_card";
  readonly card: string;
  /** where the card is awaited */
  readonly side: "banker" | "player" | null;
  /** account */
  readonly by: string;
  readonly name: string;
  readonly at: number;
  readonly expires_at: number;
}

/** To dealers and supervisors: one waits or is over. `GET /api/staff/confirmations` lists those that wait. */
export interface ConfirmationNotice {
  readonly type: "confirmation_notice";
  readonly table: string;
  readonly state: "confirmed" | "declined" | "expired" | "waits" | "withdrawn";
  /** on the whole floor */
  readonly waiting: number;
}

/** To supervisors: a table calls, or a call was taken or answered. `GET /api/staff/calls` lists them. */
export interface CallNotice {
  readonly type: "call_notice";
  readonly table: string;
  readonly state: "answered" | "taken" | "waits";
  readonly waiting: number;
}
