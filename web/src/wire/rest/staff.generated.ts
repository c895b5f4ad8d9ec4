// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

import type { Role } from "./account.generated";
import type { SecondPerson } from "./money.generated";

export interface AccountPage {
  readonly accounts: readonly AccountView[];
  /** send it as `after` */
  readonly next: string | null;
}

export interface AccountView {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly created_at: number;
  readonly is_guest: boolean;
  readonly is_erased: boolean;
  readonly is_suspended: boolean;
  readonly must_change_password: boolean;
}

/** The round as it really was, cards in the order dealt: `4h 2d` and `4c Td 3s`. */
export interface Correction {
  readonly note?: string;
  /** shoe and round; default: the last one settled */
  readonly round?: readonly [number, number] | null;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "cleared_early" | "dealer_unwell" | "dealing_error" | "dispute" | "interruption" | "malfunction" | "other" | "picture_lost" | "reader_lost" | "revealed_early";
  /** needed above the floor's `second_person_above` */
  readonly second?: SecondPerson | null;
  readonly player: string;
  readonly banker: string;
}

/** Stays until staff have looked into it, or the floor starts again. */
export interface DigestAlarm {
  readonly since: number;
  readonly changes: readonly string[];
}

export interface DigestList {
  /** newest first */
  readonly digests: readonly TakenDigest[];
  /** the `before` of the next page */
  readonly next: number | null;
  /** a change that nothing explains, until somebody has looked into it */
  readonly alarm: DigestAlarm | null;
}

/** One action as auditors read it. */
export interface Entry {
  readonly number: number;
  readonly at: number;
  readonly by: string;
  /** at the time; empty: erased or none */
  readonly name: string;
  readonly role: string;
  readonly action: string;
  readonly on: On;
  readonly reason: string;
  /** empty once erased */
  readonly note: string;
  readonly note_digest: string;
  readonly amount: number | null;
  readonly before: string;
  readonly after: string;
  readonly second: string;
  readonly second_name: string;
  readonly addresses: readonly string[];
  readonly count: number;
  /** empty: done */
  readonly refusal: string;
}

export interface LogPage {
  readonly entries: readonly Entry[];
  /** the `before` of the next page; None: last page */
  readonly next: number | null;
}

export interface LookedInto {
  readonly note: string;
}

/** The password is shown only this once and must be changed at the first log-in. */
export interface MadeAccount {
  readonly account: AccountView;
  readonly password: string;
}

export interface MadePassword {
  readonly password: string;
}

export interface NewPatron {
  readonly name: string;
  /** where the house requires one */
  readonly document?: string;
}

export interface NewRole {
  readonly role: Role;
  readonly note?: string;
}

export interface NewStaff {
  readonly name: string;
  readonly role: Role;
}

export interface OfRound {
  readonly note?: string;
  /** shoe and round; default: the last one settled */
  readonly round?: readonly [number, number] | null;
}

/** What the action was done to; fields that do not apply are left out. */
export interface On {
  readonly table?: string;
  readonly shoe?: number | null;
  readonly coup?: number | null;
  readonly patron?: string;
  /** a staff account, or a patron's account as opposed to the purse */
  readonly account?: string;
  readonly ticket?: string;
  /** in this log or the cashier's */
  readonly entry?: number | null;
  /** a report, a file, a setting */
  readonly thing?: string;
}

export interface OpenDispute {
  readonly table: string;
  readonly shoe: number;
  readonly round: number;
  /** in the order in which they raised it */
  readonly patrons: readonly string[];
  readonly since: number;
  readonly state: "open";
  /** as it was settled */
  readonly player: string;
  readonly banker: string;
  readonly staked: number;
  readonly returned: number;
  /** none was settled at the table since */
  readonly is_last_round: boolean;
}

export interface OpenDisputes {
  readonly disputes: readonly OpenDispute[];
}

export interface Report {
  readonly currency: string;
  readonly first: string;
  readonly last: string;
  readonly total: ReportLine;
  readonly lines: readonly ReportLine[];
}

/** Amounts in the currency's smallest unit. A return is a share of the handle: 0.98942. */
export interface ReportLine {
  readonly day: string | null;
  readonly table: string | null;
  readonly book: string | null;
  readonly bet: string | null;
  readonly wagers: number;
  /** what was staked */
  readonly handle: number;
  /** what went back, stakes included */
  readonly returned: number;
  /** what the house kept */
  readonly hold: number;
  /** and what of it patrons have paid for storms */
  readonly fees: number;
  /** null: nothing was staked */
  readonly actual_return: number | null;
  /** of these stakes by the books' exact odds for a fresh shoe; null: unknown */
  readonly exact_return: number | null;
}

export interface Suspension {
  readonly reason: string;
  readonly note?: string;
}

export interface TakenDigest {
  /** of its entry in the staff log */
  readonly number: number;
  readonly at: number;
  readonly why: string;
  readonly by: string;
  readonly hash: string;
  /** the hash of the digest before; empty: this is the first */
  readonly before: string;
  readonly changes: readonly string[];
  /** nothing explains them */
  readonly is_alarm: boolean;
}

export interface TipLine {
  readonly day: string;
  readonly table: string;
  /** `attendants`, `dealer:` and an account, or `dealer` of a table where a program deals */
  readonly goes_to: string;
  readonly tips: number;
  readonly amount: number;
}

export interface TipReport {
  readonly currency: string;
  readonly first: string;
  readonly last: string;
  readonly tips: number;
  readonly amount: number;
  readonly lines: readonly TipLine[];
}

export interface Void {
  readonly note?: string;
  /** shoe and round; default: the last one settled */
  readonly round?: readonly [number, number] | null;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "cleared_early" | "dealer_unwell" | "dealing_error" | "dispute" | "interruption" | "malfunction" | "other" | "picture_lost" | "reader_lost" | "revealed_early";
  /** needed above the floor's `second_person_above` */
  readonly second?: SecondPerson | null;
}
