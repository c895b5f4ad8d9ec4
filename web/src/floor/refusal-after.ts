/** A refusal stands until the cards have told the round: its result is never hidden by it. */
import { placeOf } from "../state/table-view";
import type { Told } from "../state/told";
import type { Refused } from "./waiting.svelte";

export function refusalAfter(refused: Refused | null, message: Told): Refused | null {
  const isTold = message.type === "round_settled" && placeOf(message.table) === refused?.place;
  return isTold ? null : refused;
}
