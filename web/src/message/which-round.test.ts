import { expect, test } from "vitest";
import { whichRound } from "./which-round";

test.each([
  [0, 0, "Shoe 1 is next"],
  [3, 0, "Shoe 3 is next"],
  [3, 12, "Shoe 3 · Round 12"],
])("shoe %i, round %i: %s", (shoe, round, words) => {
  expect(whichRound({ shoe, round })).toBe(words);
});
