/** Struck cards as one says them: "9 of hearts times 3, king of clubs times 8". */
import "../../words/storm-words";
import type { StruckCard } from "../../wire/protocol.generated";
import { say } from "../../words/say.svelte";
import { cardAloud } from "../card-aloud";

export function struckAloud(struck: readonly StruckCard[]): string {
  return struck
    .map(({ card, multiplier }) => say("storm.card", { card: cardAloud(card), times: multiplier }))
    .join(", ");
}
