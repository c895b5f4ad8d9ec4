// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

export interface Booked {
  readonly amount: number;
  /** its number in the cashier's log, needed to reverse it */
  readonly entry: number;
}

export interface BuyIn {
  readonly id: string;
  readonly patron: string;
  readonly amount: number;
  readonly note?: string;
  /** above the amount that one person may move alone */
  readonly second?: SecondPerson | null;
}

/** Amounts in the currency's smallest unit. */
export interface CashierEntry {
  readonly number: number;
  readonly at: number;
  readonly kind: "adjusted" | "adjustment_reversed" | "buy_in" | "buy_in_reversed" | "cash_out" | "drawer_closed" | "drawer_opened" | "paid_by_hand" | "paid_in_cash" | "payment_reversed" | "play_credits" | "redeemed" | "tips_paid";
  /** below zero: an adjustment that was taken */
  readonly amount: number;
  /** whose purse it was, or whose ticket */
  readonly patron: string;
  /** the member of staff; empty: nobody */
  readonly by: string;
  /** its code once paid; until then the code is as good as money */
  readonly ticket: string;
  /** the entry that this one reverses */
  readonly reverses: number | null;
  readonly is_reversed: boolean;
  /** that the cash moved; 0: none */
  readonly drawer: number;
  /** whose tips were paid */
  readonly goes_to: string;
  /** of an adjustment */
  readonly reason: string;
}

export interface EntryPage {
  readonly entries: readonly CashierEntry[];
  /** the `before` of the next page; null: last page */
  readonly next: number | null;
}

export interface Moved {
  readonly amount: number;
}

export interface OpenCalls {
  readonly calls: readonly WaitingCall[];
}

/** A call as its patron sees it: without the attendant's name. */
export interface OwnCall {
  readonly id: number;
  readonly at: number;
  readonly amount: number;
  readonly ticket: string;
  /** an attendant is on the way */
  readonly is_taken: boolean;
}

export interface OwnCalls {
  readonly calls: readonly OwnCall[];
}

/** Amounts in the currency's smallest unit. */
export interface OwnPurse {
  readonly balance: number;
  readonly currency: string;
  readonly currency_digits: number;
  /** the top-up level; null: money is real */
  readonly play_credits: number | null;
  /** until the next top-up */
  readonly play_credits_in_ms: number;
}

export interface OwnTickets {
  readonly tickets: readonly TicketMade[];
}

export interface PatronFound {
  readonly id: string;
  readonly name: string;
}

export interface Payment {
  readonly id: string;
  readonly note?: string;
  readonly second?: SecondPerson | null;
}

export interface Redeem {
  readonly id: string;
  readonly code: string;
}

export interface Reversal {
  readonly id: string;
  readonly reason: "booked_twice" | "not_paid" | "other" | "wrong_amount" | "wrong_patron";
  readonly note?: string;
  readonly second?: SecondPerson | null;
}

/** With a password or a PIN; a password counts where both are given. */
export interface SecondPerson {
  /** or the account's id */
  readonly name: string;
  readonly password?: string;
  readonly pin?: string;
}

export interface TicketMade {
  readonly code: string;
  readonly amount: number;
  /** only an attendant may pay it */
  readonly is_hand_pay: boolean;
  /** the code as a picture */
  readonly qr_svg: string;
}

export interface TicketView {
  readonly code: string;
  readonly amount: number;
  readonly is_hand_pay: boolean;
  readonly is_paid: boolean;
  readonly issued_at: number;
  readonly paid_at: number | null;
  /** whose purse it came from */
  readonly patron: string;
  /** empty: a guest */
  readonly name: string;
}

/** A call as attendants see it. */
export interface WaitingCall {
  readonly id: number;
  readonly patron: string;
  /** empty: a guest */
  readonly name: string;
  /** empty: in the lobby, or a hand-pay */
  readonly table: string;
  readonly at: number;
  readonly age_ms: number;
  /** to be paid by hand; 0: the patron pressed the button */
  readonly amount: number;
  /** its code */
  readonly ticket: string;
  /** the attendant on the way; empty: nobody yet */
  readonly taken_by: string;
  readonly taken_at: number | null;
}

export interface WhereFrom {
  readonly table?: string;
}

export interface WithId {
  readonly id: string;
}
