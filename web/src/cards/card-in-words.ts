/** A card inside a sentence: 8♠. */
import { cardName } from "./card-name";

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" } as const;

export function cardInWords(card: string): string {
  const name = cardName(card);
  return name.deck === "french" ? `${name.rank}${SUITS[name.suit]}` : `${name.colour === "w" ? "−" : ""}${name.figure}`;
}
