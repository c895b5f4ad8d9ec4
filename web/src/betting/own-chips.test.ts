import { expect, test } from "vitest";
import { INFO, SEAT } from "../state/table-examples";
import { preselected, rackOf } from "./chip-choice";
import { allChips, ownChipsOf, railChips, toggledChip, withOwnChips } from "../settings/own-chips";

const CHIPS = [1, 5, 25, 100];
const EVERY = allChips(CHIPS, 5);

test("chips are taken off the rail and laid on it again, in the order of their worth", () => {
  const few = toggledChip(toggledChip(EVERY, 1), 25);
  expect(few.chips).toEqual([5, 100]);
  expect(toggledChip(few, 25).chips).toEqual([5, 25, 100]);
});

test("the last chip stays", () => {
  const one = [1, 5, 25].reduce(toggledChip, EVERY);
  expect(toggledChip(one, 100)).toEqual(one);
});

test("the chip in hand first is always one on the rail", () => {
  expect(toggledChip(EVERY, 5).first).toBe(1);
});

test("the largest may lie on the left", () => {
  expect(railChips({ ...EVERY, largestFirst: true }, CHIPS)).toEqual([100, 25, 5, 1]);
  expect(railChips(null, CHIPS)).toEqual(CHIPS);
});

test("a choice counts for every table with the same chips, and for no other", () => {
  const kept = withOwnChips([], CHIPS, toggledChip(EVERY, 1));
  expect(ownChipsOf(kept, [100, 25, 5, 1])?.chips).toEqual([5, 25, 100]);
  expect(ownChipsOf(kept, [1, 5, 25, 100, 500])).toBe(null);
  expect(withOwnChips(kept, CHIPS, null)).toEqual([]);
});

test.each([
  [null],
  ["x"],
  [{ of: "1 5 25 100" }],
  [{ ...EVERY, chips: [7] }],
  [{ ...EVERY, chips: [] }],
  [{ ...EVERY, chips: [5, 5] }],
])("what is damaged is not followed, and is mended by the next choice: %o", (kept) => {
  expect(ownChipsOf([kept], CHIPS)).toBe(null);
  expect(ownChipsOf(withOwnChips([kept], CHIPS, EVERY), CHIPS)).toEqual(EVERY);
});

test("on coming to a table the patron's own first chip is in hand, unless it is below the minimum", () => {
  const at = { info: { ...INFO, chips: CHIPS, denominations: [100] }, seat: SEAT };
  const own = { ...EVERY, chips: [5, 25, 100], first: 100 };
  expect(preselected(rackOf(at, own), null)).toBe(100);
  expect(preselected(rackOf(at, { ...own, first: 5 }), null)).toBe(25); // 10.00 is the minimum
  expect(preselected(rackOf(at, own), 500)).toBe(25); // nearest to the chip one had
});
