// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

import type { SecondPerson } from "./money.generated";

export interface CloseCount {
  readonly id: string;
  readonly counted: number;
  readonly note?: string;
  /** when the difference is larger than the floor allows one person */
  readonly second?: SecondPerson | null;
}

export interface DrawerCounted {
  /** its number in the cashier's log, which is its receipt's too */
  readonly entry: number;
  readonly drawer: number;
  readonly counted: number;
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
