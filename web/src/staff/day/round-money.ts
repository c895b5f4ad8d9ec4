/** What theory expects is never a whole amount; it is shown to the whole of the currency. */
import { difference, money } from "../kit/formats";
import { feed } from "../link/feed.svelte";

function toWhole(units: number): number {
  const unit = 10 ** (feed.house?.currency_digits ?? 2);
  return Math.round(units / unit) * unit;
}

export const roundMoney = (units: number): string => money(toWhole(units));
export const roundDifference = (units: number): string => difference(toWhole(units));
