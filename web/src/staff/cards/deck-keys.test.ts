import { expect, test } from "vitest";
import { cardTyped, keysOf } from "./deck-keys";

test.each([
  ["52x", "4c", "4c"],
  ["52x", "10s", "Ts"],
  ["52x", "ts", "Ts"],
  ["52x", "qH", "Qh"],
  ["52x", "1s", null],
  ["52x", "4r", null],
  ["55x", "11w", "11w"],
  ["55x", "10g", "10g"],
  ["55x", "12r", null],
])("deck %s: %s is %s", (deck, typed, card) => {
  expect(cardTyped(deck, typed)).toBe(card);
});

test("there are keys for every card of either deck", () => {
  const count = (deck: string): number => keysOf(deck).ranks.length * keysOf(deck).suits.length;
  expect([count("52x8"), count("55x8")]).toEqual([52, 55]);
});
