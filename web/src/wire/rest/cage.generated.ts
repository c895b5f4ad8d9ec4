// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

import type { SecondPerson } from "./money.generated";

export interface AtTable {
  readonly table?: string;
}

export interface AttendantHere {
  readonly name: string;
  readonly pin: string;
}

export interface CloseCount {
  readonly id: string;
  readonly counted: number;
  readonly note?: string;
  /** when the difference is larger than the floor allows one person */
  readonly second?: SecondPerson | null;
}

export interface DayList {
  readonly today: string;
  /** newest first */
  readonly days: readonly ListedDay[];
}

export interface DaySignature {
  readonly name: string;
  readonly at: number;
  /** the figures have not changed since */
  readonly is_valid: boolean;
}

export interface DayView {
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly is_over: boolean;
  readonly is_closed: boolean;
  readonly digest: string;
  readonly total: FigureLine;
  readonly voided: number;
  readonly tables: readonly TableFigures[];
  readonly dealers: readonly FigureLine[];
  readonly bets: readonly FigureLine[];
  readonly hours: readonly FigureLine[];
  readonly tips_to_dealers: number;
  /** to attendants, and where nobody is named */
  readonly tips_to_house: number;
  readonly ticket_count: number;
  readonly ticket_amount: number;
  readonly oldest_ticket_at: number | null;
  readonly drawers: readonly DrawerFigures[];
  readonly drawers_left_open: number;
  /** at the day's end; null: nobody noted it */
  readonly owed: number | null;
  readonly signatures: readonly DaySignature[];
  /** whether you may sign now */
  readonly may_sign: boolean;
  /** of all accounts; always 0 */
  readonly ledger_sum: number;
  /** the rounds of the day add up to the totals of the reports */
  readonly reports_agree: boolean;
  /** since the close */
  readonly differences: readonly Difference[];
}

/** A figure that has changed since the day was closed. */
export interface Difference {
  readonly what: string;
  readonly closed: number;
  readonly now: number;
}

export interface DrawerCounted {
  /** its number in the cashier's log, which is its receipt's too */
  readonly entry: number;
  readonly drawer: number;
  readonly counted: number;
}

export interface DrawerFigures {
  readonly number: number;
  readonly name: string;
  readonly should_hold: number;
  readonly counted: number;
  readonly difference: number;
}

export interface DrawerList {
  /** newest first */
  readonly drawers: readonly DrawerView[];
  readonly bought_in: number;
  /** redeemed, paid by hand, tips */
  readonly paid_out: number;
  readonly difference: number;
}

/** Amounts in the currency's smallest unit; sums are net of reversals. */
export interface DrawerView {
  readonly number: number;
  readonly by: string;
  readonly name: string;
  readonly opened_at: number;
  readonly opened_with: number;
  readonly buy_ins: number;
  readonly bought_in: number;
  readonly redemptions: number;
  readonly redeemed: number;
  readonly hand_pays: number;
  readonly hand_paid: number;
  readonly tip_payments: number;
  readonly tips_paid: number;
  readonly reversals: number;
  readonly should_hold: number;
  /** null: open */
  readonly counted: number | null;
  /** over when positive, short when negative */
  readonly difference: number;
  readonly closed_at: number | null;
  /** name of who confirmed the difference */
  readonly second: string;
}

/** Amounts in the currency's smallest unit, from the house's side. */
export interface FigureLine {
  readonly id: string;
  readonly title: string;
  readonly rounds: number;
  readonly handle: number;
  readonly win: number;
  /** null: unknown */
  readonly theory: number | null;
  readonly one_sigma: number | null;
  /** in standard deviations; positive: above theory */
  readonly deviation: number | null;
  readonly tips: number;
  /** what of the win patrons have paid for storms */
  readonly fees: number;
}

/** Amounts in the currency's smallest unit. */
export interface HouseOwesView {
  readonly at: number;
  readonly purses: number;
  readonly purse_count: number;
  /** stakes of rounds under way */
  readonly held: number;
  readonly tickets: number;
  readonly ticket_count: number;
  readonly tips: readonly TipsOwed[];
  readonly total: number;
}

export interface ListedDay {
  readonly day: string;
  readonly is_closed: boolean;
  readonly signatures: number;
}

/** What the attendant does in the menu; `detail` names the setting or the part that was tested. */
export interface MenuDeed {
  readonly deed: "close" | "lock" | "look_at_rounds" | "set" | "test" | "unlock";
  readonly detail?: string;
}

export interface OpenCount {
  readonly id: string;
  readonly counted: number;
  readonly note?: string;
  /** above the amount that one person may move alone */
  readonly second?: SecondPerson | null;
}

export interface OwnDrawer {
  /** null: none is open */
  readonly drawer: DrawerView | null;
  /** no deed in cash without one */
  readonly is_needed: boolean;
  /** a larger one needs a second person */
  readonly difference_alone: number;
  /** a deed of more than this needs one */
  readonly second_person_above: number;
  readonly currency: string;
  readonly currency_digits: number;
}

export interface Receipt {
  readonly number: number;
  readonly text: string;
}

export interface ReservedSeat {
  readonly id: number;
  readonly patron: string;
  /** empty: a guest */
  readonly name: string;
  readonly table: string;
  readonly since: number;
}

export interface ReservedSeats {
  readonly seats: readonly ReservedSeat[];
}

export interface StationState {
  /** by an attendant; nobody can bet here */
  readonly is_locked: boolean;
  /** an attendant has lifted the reservation */
  readonly is_lifted: boolean;
  /** name of the attendant whose menu is open; empty: nobody */
  readonly served_by: string;
  readonly served_until: number | null;
}

export interface TableFigures {
  readonly total: FigureLine;
  /** each with the hour of the day as its id */
  readonly hours: readonly FigureLine[];
}

export interface TipsBooked {
  readonly amount: number;
  readonly entry: number;
}

export interface TipsOwed {
  /** `dealer:` and an account or a table, or `attendants` */
  readonly goes_to: string;
  /** as people say it */
  readonly name: string;
  readonly amount: number;
}

export interface TipsPayment {
  readonly id: string;
  readonly goes_to: string;
  readonly amount: number;
  readonly note?: string;
  readonly second?: SecondPerson | null;
}
