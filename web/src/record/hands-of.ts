/** The hands of a recorded round: none, or only a part where it was cancelled. A voided round has no winner. */
import type { PlayView } from "../wire/rest.generated";

export function handsOf({ player, banker, winner, status }: PlayView) {
  const cards = { player: cardsOf(player), banker: cardsOf(banker) };
  return { cards, winner: status === "voided" ? null : winner };
}

function cardsOf(text: string): readonly string[] {
  return text.split(" ").filter((card) => card !== "");
}
