/**
 * How a round is paid, chip by chip: first what was lost goes to the dealer's float, then winnings come from it and are
 * stacked beside the stake. Times are counted from the moment the result is shown.
 */
import { stackOf } from "./chip-look";
import { MS } from "../screen/motion";
import type { Settlement } from "../wire/protocol.generated";

export interface Flight {
  readonly bet: string;
  readonly chip: number; // in credits
  readonly after: number; // ms
}

export interface Payouts {
  readonly swept: readonly Flight[]; // from a field to the float
  readonly paid: readonly Flight[]; // from the float to a field
}

const STACK = 5; // a stack shows no more chips

export function payoutsOf(
  wagers: Settlement["wagers"],
  { chips, denomination }: { readonly chips: readonly number[]; readonly denomination: number },
): Payouts {
  const stacked = (bet: string, units: number) =>
    stackOf(units / denomination, chips, STACK).map((chip) => ({ bet, chip }));
  const lost = wagers.flatMap(([bet, stake, , returned]) => (returned < stake ? stacked(bet, stake - returned) : []));
  const won = wagers.flatMap(([bet, stake, , returned]) => (returned > stake ? stacked(bet, returned - stake) : []));
  const swept = lost.map((each, at) => ({ ...each, after: MS.losersSweepAfter + at * MS.losersApart }));
  const cleared = swept.length > 0 ? (swept.at(-1)?.after ?? 0) + MS.losersSweep : MS.stackAside;
  return { swept, paid: won.map((each, at) => ({ ...each, after: cleared + at * MS.payoutApart })) };
}

/** When each chip of a bet's winnings has landed. */
export function landings({ paid }: Payouts, bet: string): readonly number[] {
  return paid.filter((each) => each.bet === bet).map(({ after }) => after + MS.payoutFly);
}
