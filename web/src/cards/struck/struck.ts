/** What a storm struck, read from a record: `4hx3 Kdx8`. And which cards of a hand it can multiply. */
import type { StruckCard } from "../../wire/protocol.generated";

const COUNTED = 2; // of each hand, the first ones; which of them counts is the server's to say

export function struckOf(text: string): readonly StruckCard[] {
  return text
    .split(" ")
    .filter((each) => each !== "")
    .map((each) => {
      const at = each.lastIndexOf("x");
      return { card: each.slice(0, at), multiplier: Number(each.slice(at + 1)) };
    });
}

/** Of a card in a hand, from its first place 0; 0: it is not struck, or its place does not count. */
export function timesOf(struck: readonly StruckCard[], face: string, place: number): number {
  return place < COUNTED ? (struck.find(({ card }) => card === face)?.multiplier ?? 0) : 0;
}

/** The faces of hands that a storm can multiply. */
export function countedFaces(...hands: readonly (readonly string[])[]): ReadonlySet<string> {
  return new Set(hands.flatMap((hand) => hand.slice(0, COUNTED)));
}
