/** The storm of a round, drawn from the shoe's secret exactly as published: cards are names, weights are numbers. */
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import type { StormWeights } from "../wire/rest.generated";
import { cardsOfDeck, fairChoice, framed, u32, u64 } from "./fair-shoe";

/** What a storm is drawn from, beside its round. */
export type StormSource = {
  readonly secret: string;
  readonly commitment: string;
  readonly contributions: readonly string[];
  readonly deck: string;
  readonly weights: StormWeights;
};

/** As a written round has it: `4hx3 Kdx8`. */
export function stormOf(source: StormSource, round: number): string {
  const next = wordsOf(source, round);
  const count = chosen(source.weights.cards, next);
  const faces = [...new Set(cardsOfDeck(source.deck))];
  for (let place = 0; place < count; place++) {
    const taken = place + fairChoice(next, faces.length - place);
    [faces[place], faces[taken]] = [faces[taken] as string, faces[place] as string];
  }
  const struck = faces.slice(0, count);
  return struck.map((face) => `${face}x${chosen(source.weights.multipliers, next)}`).join(" ");
}

function wordsOf({ secret, commitment, contributions }: StormSource, round: number): () => number {
  const digests = [...new Set(contributions)].sort().map(hexToBytes);
  const start = concatBytes(
    framed("punto-storm-1"),
    hexToBytes(commitment),
    u32(digests.length),
    ...digests,
    u64(round),
    framed(hexToBytes(secret)),
  );
  let words: number[] = [];
  let block = 0;
  return () => {
    if (words.length === 0) {
      const bytes = sha256(concatBytes(start, u32(block++)));
      words = Array.from(
        { length: bytes.length / 2 },
        (_, at) => (bytes[2 * at] ?? 0) * 256 + (bytes[2 * at + 1] ?? 0),
      );
    }
    return words.shift() as number;
  };
}

/** The first number has the first choices, as many as its weight, and so on. */
function chosen(weights: StormWeights["cards"], next: () => number): number {
  let place = fairChoice(
    next,
    weights.reduce((sum, [, weight]) => sum + weight, 0),
  );
  for (const [number, weight] of weights) {
    if (place < weight) return number;
    place -= weight;
  }
  throw new Error("a choice among the weights is one of them");
}
