/** Flies payouts from the dealer to the winning fields and on to the meter when a result is shown. */
import { flights } from "../chips/flights.svelte";
import { stackOf } from "../chips/chip-look";
import { chipWorth } from "../format/figures";
import { CURVE, MS } from "../screen/motion";
import { resultOf, type TableView } from "../state/table-view";

const FLYING_MAX = 4;
const HOME_AFTER_MS = 1_500;

export function flyPayouts(view: () => TableView): void {
  let paidFor = "";
  $effect(() => {
    const { id, shoe, round, settlement, seat, info } = view();
    if (!resultOf(view()) || !settlement || !seat) return;
    const coup = `${shoe}/${round}`;
    if (paidFor === coup) return;
    paidFor = coup;
    let start = 0;
    for (const [bet, stake, , returned] of settlement.wagers) {
      if (returned <= stake) continue;
      for (const chip of stackOf((returned - stake) / seat.denomination, info.chips, FLYING_MAX)) {
        const worth = chipWorth(chip, seat.denomination);
        flights.send(`dealer:${id}`, `field:${id}:${bet}`, worth, "payoutFly", start, CURVE.chip);
        flights.send(
          `field:${id}:${bet}`,
          "meter",
          worth,
          "payoutHome",
          HOME_AFTER_MS + start + MS.payoutFly,
          CURVE.home,
        );
        start += MS.payoutApart;
      }
    }
  });
}
