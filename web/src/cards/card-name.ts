/** A card's text form taken apart for drawing: `9h` of the French deck, `11w` of the multicolor one. */
export type Suit = "s" | "h" | "d" | "c";
export type Colour = "r" | "g" | "b" | "y" | "w";
export type CardName =
  | { readonly deck: "french"; readonly rank: string; readonly suit: Suit }
  | { readonly deck: "multicolor"; readonly figure: string; readonly colour: Colour };

const SUITS = "shdc";

export function cardName(text: string): CardName {
  const last = text.slice(-1);
  const front = text.slice(0, -1);
  if (SUITS.includes(last)) return { deck: "french", rank: front === "T" ? "10" : front, suit: last as Suit };
  return { deck: "multicolor", figure: front, colour: last as Colour };
}
