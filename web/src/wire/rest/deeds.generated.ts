// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

import type { Choices } from "./account.generated";
import type { SecondPerson } from "./money.generated";
import type { PlayChange, PlayedBet } from "./record.generated";

export interface Adjustment {
  readonly id: string;
  /** below zero: taken from the purse */
  readonly amount: number;
  readonly reason: "booked_wrongly" | "cash_difference" | "goodwill" | "other" | "wrong_payout";
  readonly note?: string;
  /** always needed: a supervisor or an administrator */
  readonly second?: SecondPerson | null;
}

export interface Exclusion {
  /** null: for ever */
  readonly days: number | null;
  readonly reason: "authority" | "harm" | "house_rules" | "other" | "own_request";
  readonly note?: string;
}

export interface HeldAccount {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  readonly has_password: boolean;
  /** a keyed hash of its number is stored, not the number */
  readonly has_document: boolean;
  readonly is_suspended: boolean;
  readonly choices: Choices;
}

export interface HeldCall {
  readonly at: number;
  readonly table: string;
  readonly amount: number;
}

export interface HeldNote {
  readonly at: number;
  readonly by: string;
  readonly text: string;
}

export interface HeldRound {
  readonly at: number;
  readonly table: string;
  readonly book: string;
  readonly shoe: number;
  readonly round: number;
  readonly status: "cancelled" | "corrected" | "settled" | "voided" | "tip";
  readonly staked: number;
  readonly returned: number;
  readonly play: PlayBody;
}

export interface HeldSavedBet {
  readonly book: string;
  readonly name: string;
  readonly stakes: readonly (readonly [string, number])[];
}

export interface HeldSession {
  readonly opened_at: number;
  readonly seen_at: number;
}

export interface HeldTalk {
  readonly at: number;
  readonly table: string;
  readonly phrase: string;
  readonly text: string;
  readonly is_removed: boolean;
}

export interface HeldTicket {
  readonly at: number;
  readonly amount: number;
  readonly is_hand_pay: boolean;
  readonly is_paid: boolean;
  readonly code: string;
}

/** A limit, and the looser one that will replace it. */
export interface Limit {
  readonly value: number | null;
  readonly next_value: number | null;
  /** None: nothing follows */
  readonly next_at: number | null;
}

export interface NewNote {
  readonly text: string;
}

export interface OwnLimits {
  readonly loss_a_day: Limit;
  readonly stake_a_day: Limit;
  readonly session_minutes: Limit;
  readonly reality_check_minutes: number | null;
  readonly cool_off_until: number;
  /** at the patron's own wish. FOR_EVER: no end */
  readonly excluded_until: number;
  /** by the house; likewise */
  readonly house_excluded_until: number;
}

/** Times in UTC milliseconds, amounts in the currency's smallest unit. */
export interface PersonalData {
  readonly floor: string;
  readonly made_at: number;
  readonly currency: string;
  readonly currency_digits: number;
  readonly account: HeldAccount;
  readonly limits: OwnLimits;
  readonly notes: readonly HeldNote[];
  /** oldest first */
  readonly saved_bets: readonly HeldSavedBet[];
  readonly sessions: readonly HeldSession[];
  readonly purse: number;
  /** oldest first */
  readonly statement: readonly StatementLine[];
  readonly statement_is_cut: boolean;
  /** newest first */
  readonly rounds: readonly HeldRound[];
  /** oldest first */
  readonly tickets: readonly HeldTicket[];
  readonly calls: readonly HeldCall[];
  /** oldest first */
  readonly talk: readonly HeldTalk[];
}

export interface PlayBody {
  readonly player: string;
  readonly banker: string;
  /** of the rules that were in force */
  readonly fingerprint: string;
  readonly bets: readonly PlayedBet[];
  /** of the purse, with the stakes of this coup in it */
  readonly balance_before: number;
  readonly balance_after: number;
  /** what was given or taken back when the coup was voided or corrected */
  readonly adjusted: number;
  /** what was no longer there to be taken back */
  readonly uncovered: number;
  readonly adjusted_at: number | null;
  /** when it is one, and no coup */
  readonly tip: number;
  /** the oldest first; empty in records from before they were kept */
  readonly changes: readonly PlayChange[];
  /** by a storm, before the coup was dealt */
  readonly struck: string;
}

/** Amounts in the currency's smallest unit. */
export interface StatementLine {
  readonly at: number;
  readonly kind: "adjusted" | "adjustment_reversed" | "buy_in" | "buy_in_reversed" | "cash_out" | "held" | "play_credits" | "redeemed" | "round" | "round_changed" | "tip";
  /** out of the purse */
  readonly debit: number;
  /** into it */
  readonly credit: number;
  /** after this line */
  readonly purse: number;
  readonly table: string;
  readonly book: string;
  readonly shoe: number;
  readonly round: number;
  /** of a round: as it stands now */
  readonly status: "cancelled" | "corrected" | "settled" | "voided" | "tip" | null;
  /** of a round: as first settled; held: as they lie */
  readonly bets: readonly PlayedBet[];
  /** in the cashier's log */
  readonly entry: number | null;
  /** its code; of one that is not paid, the beginning */
  readonly ticket: string;
  /** the ticket */
  readonly is_paid: boolean;
  /** the member of staff; empty: nobody */
  readonly by: string;
  readonly reason: string;
  readonly is_reversed: boolean;
  /** the entry that this one reverses */
  readonly reverses: number | null;
  /** what could not be taken back */
  readonly uncovered: number;
}
