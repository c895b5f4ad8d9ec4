/** The cards of a deck as keys: French by suit, 4 × 13; multicolor by colour, 5 × 11. Order only, no rules. */
import { cardName } from "../../cards/card-name";

export type DeckKeys = { readonly ranks: readonly string[]; readonly suits: readonly string[] };

const FRENCH: DeckKeys = { ranks: "A23456789TJQK".split(""), suits: ["s", "h", "c", "d"] };
const MULTICOLOR: DeckKeys = {
  ranks: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"],
  suits: ["r", "g", "b", "y", "w"],
};

/** Of a deck as the server names it: `52x8`, `55x8`. */
export function keysOf(deck: string): DeckKeys {
  return deck.startsWith("55") ? MULTICOLOR : FRENCH;
}

const SUIT_WORDS: Readonly<Record<string, string>> = {
  s: "spades",
  h: "hearts",
  c: "clubs",
  d: "diamonds",
  r: "red",
  g: "green",
  b: "blue",
  y: "yellow",
  w: "white, minus",
};
const RANK_WORDS: Readonly<Record<string, string>> = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };

export function suitWords(suit: string): string {
  return SUIT_WORDS[suit] ?? suit;
}

export function rankWords(rank: string): string {
  return RANK_WORDS[rank] ?? rank;
}

export function isRed(card: string): boolean {
  const name = cardName(card);
  return name.deck === "french" && "hd".includes(name.suit);
}

/** What a typed letter means after the ranks typed so far: "4" then "c" is `4c`, "1" "0" "s" is `Ts`. */
export function cardTyped(deck: string, typed: string): string | null {
  const { ranks, suits } = keysOf(deck);
  const suit = typed.slice(-1).toLowerCase();
  const rank = typed.slice(0, -1).toUpperCase();
  if (!suits.includes(suit)) return null;
  const named = ranks.includes("T") && rank === "10" ? "T" : rank;
  return ranks.includes(named) ? named + suit : null;
}
