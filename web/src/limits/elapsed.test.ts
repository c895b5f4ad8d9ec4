import { expect, test } from "vitest";
import { elapsedWords } from "./elapsed";

test.each([
  [0, "0:00"],
  [42_900, "0:42"],
  [725_000, "12:05"],
  [3_800_000, "1:03:20"],
])("%i ms is %s", (ms, words) => {
  expect(elapsedWords(ms)).toBe(words);
});
