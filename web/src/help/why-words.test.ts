// @vitest-environment jsdom
import { expect, test } from "vitest";
import { headline, listed, stepWords, sumWords } from "./why-words";

test.each([
  [[6, 7], "6, 7"],
  [[0, 1, 2, 3, 4, 5], "0 – 5"],
  [[0, 1, 2, 3, 4, 5, 6, 7, 9], "0 – 7, 9"],
  [[-2, -1], "−2, −1"],
])("%j is listed as %s", (numbers, expected) => {
  expect(listed(numbers)).toBe(expected);
});

test("a step says on what it depended", () => {
  const step = { kind: "draws_against", side: "banker", total: 6, third: 7, on: [6, 7] } as const;
  expect(stepWords(step)).toBe("Banker has 6. Against a third card of 6, 7 it draws; Player's counts 7.");
});

test.each([
  [{ kind: "draws_against", side: "banker", total: 6, third: 7, on: [6, 7] }, "Banker drew against a third card of 7."],
  [{ kind: "stands_against", side: "banker", total: 7, third: 2, on: [] }, "Banker stood on 7."],
  [{ kind: "natural", side: null, total: null, third: null, on: [] }, "A natural ended it."],
] as const)("%j comes to %s", (step, expected) => {
  expect(headline(step)).toBe(expected);
});

test("a negative card is taken away", () => {
  expect(sumWords({ points: [6, 8, -11], two_card_total: 4, total: -7 })).toBe("6 + 8 − 11 = −7");
});
