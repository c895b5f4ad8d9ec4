/** Flies a round's chips when its result is shown: losers to the dealer's float, winnings from there to their fields. */
import { anchor, flights } from "../chips/flights.svelte";
import { chipWorth } from "../format/figures";
import { CURVE } from "../screen/motion";
import { coupOf, resultOf, type TableView } from "../state/table-view";
import { payoutsOf } from "../chips/payouts";

export function flyPayouts(view: () => TableView): void {
  let paidFor = "";
  $effect(() => {
    const { id, settlement, seat, info } = view();
    if (!resultOf(view()) || !settlement || !seat) return;
    const coup = coupOf(view());
    if (paidFor === coup) return;
    paidFor = coup;
    const { denomination } = seat;
    const { swept, paid } = payoutsOf(settlement.wagers, { chips: info.chips, denomination });
    const [float, worth] = [`dealer:${id}`, (chip: number) => chipWorth(chip, denomination)];
    for (const { bet, chip, after } of swept)
      flights.send(`field:${id}:${bet}`, float, worth(chip), "losersSweep", after, CURVE.home);
    for (const { bet, chip, after } of paid) {
      const [beside, field] = [`winnings:${id}:${bet}`, `field:${id}:${bet}`]; // a small field has one place only
      flights.send(float, anchor(beside) ? beside : field, worth(chip), "payoutFly", after, CURVE.chip);
    }
  });
}
