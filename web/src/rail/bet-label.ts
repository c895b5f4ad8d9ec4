/** The name of the meter of stakes, and what of them pays for a storm. */
import { amount } from "../format/figures";
import type { TableView } from "../state/table-view";
import { feeOfStakes } from "../storm/fee";
import { isWordKey, say } from "../words/say.svelte";

export function betLabel(view: TableView): string {
  const fee = feeOfStakes(view);
  const words = say("meter.bet");
  if (fee === 0 || !isWordKey("storm.fee")) return words; // its words come with the storm
  return `${words} · ${say("storm.fee", { amount: amount(fee, view.seat?.denomination) })}`;
}
