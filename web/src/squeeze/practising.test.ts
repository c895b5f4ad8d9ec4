import { expect, it } from "vitest";
import { shuffledShoe } from "./practising.svelte";

it("deals from eight whole decks", () => {
  const shoe = shuffledShoe();
  const counts = new Map<string, number>();
  for (const card of shoe) counts.set(card, (counts.get(card) ?? 0) + 1);
  expect(shoe.length).toBe(416);
  expect(counts.size).toBe(52);
  expect(new Set(counts.values())).toEqual(new Set([8]));
});

it("leaves no order to be learnt", () => {
  expect(shuffledShoe().join()).not.toBe(shuffledShoe().join());
  expect(shuffledShoe(() => 0)).not.toEqual(shuffledShoe((below) => below - 1));
});
