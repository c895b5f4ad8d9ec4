/** A card as one says it: jack of spades. */
import { say } from "../words/say.svelte";
import { cardName } from "./card-name";

const PICTURES = ["A", "J", "Q", "K"] as const;

export function cardAloud(card: string): string {
  const name = cardName(card);
  if (name.deck === "multicolor") return say(`card.multicolor_${name.colour}`, { figure: name.figure });
  const picture = PICTURES.find((each) => each === name.rank);
  return say("card.french", { rank: picture ? say(`rank.${picture}`) : name.rank, suit: say(`suit.${name.suit}`) });
}
