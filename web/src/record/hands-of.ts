/** The hands of a recorded round and its storm: none, or only a part where it was cancelled. A voided round has no winner. */
import { struckOf } from "../cards/struck/struck";
import type { PlayView } from "../wire/rest.generated";

export function handsOf({ player, banker, winner, status, struck }: PlayView) {
  const cards = { player: cardsOf(player), banker: cardsOf(banker) };
  return { cards, winner: status === "voided" ? null : winner, struck: struckOf(struck) };
}

function cardsOf(text: string): readonly string[] {
  return text.split(" ").filter((card) => card !== "");
}
