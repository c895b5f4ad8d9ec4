/** Entries of the cashier's log as the cage reads them. */
import type { CashierEntry } from "../../wire/rest.generated";

type Kind = CashierEntry["kind"];

const TITLES: Readonly<Partial<Record<Kind, string>>> = {
  buy_in: "Buy-in",
  paid_in_cash: "Redeem",
  paid_by_hand: "Hand-pay",
  buy_in_reversed: "Buy-in reversed",
  payment_reversed: "Payment reversed",
  adjusted: "Adjusted",
  adjustment_reversed: "Adjustment reversed",
  tips_paid: "Tips",
  drawer_opened: "Opened",
  drawer_closed: "Closed",
};
const COMES_IN: readonly Kind[] = ["buy_in", "payment_reversed", "drawer_opened", "adjusted"];
const WITHOUT_CASH: readonly Kind[] = ["adjusted", "adjustment_reversed"];
const MAY_BE_REVERSED: readonly Kind[] = ["buy_in", "paid_in_cash", "paid_by_hand", "adjusted"];

/** Made by staff at the cage or the desk; patrons' own tickets and credits are not. */
export const isOfStaff = (entry: CashierEntry): boolean => entry.kind in TITLES;

export const entryTitle = (entry: CashierEntry): string => TITLES[entry.kind] ?? entry.kind;

/** What the drawer or, for an adjustment, the purse has more. */
export const moved = (entry: CashierEntry): number => (COMES_IN.includes(entry.kind) ? entry.amount : -entry.amount);

export const hasReceipt = (entry: CashierEntry): boolean => !WITHOUT_CASH.includes(entry.kind);

export const mayBeReversed = (entry: CashierEntry): boolean =>
  MAY_BE_REVERSED.includes(entry.kind) && !entry.is_reversed;
