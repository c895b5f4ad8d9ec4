import { expect, test } from "vitest";
import { field, INFO } from "../state/table-examples";
import { preselected, rackOf, sameWorth, type Rack } from "./chip-choice";

const AMBER: Rack = { chips: [1, 5, 25, 100], denomination: 100, minimum: 1_000 };
const ONYX: Rack = { chips: [25, 100, 500], denomination: 100, minimum: 10_000 };
const CENTS: Rack = { chips: [1, 5, 500, 2_500], denomination: 1, minimum: 100 };

test.each([
  // table            chip had    chip shown
  ["lower than its minimum", AMBER, null, 25],
  ["a chip below the minimum", AMBER, 500, 25],
  ["a chip it has", AMBER, 10_000, 100],
  ["a chip larger than all", AMBER, 50_000, 100],
  ["a minimum above the second chip", ONYX, null, 100],
  ["another denomination", CENTS, 2_500, 2_500],
  ["no chip that reaches the minimum", { ...AMBER, minimum: 50_000 }, null, 100],
  ["the second smallest where it is enough", { ...AMBER, minimum: 100 }, null, 5],
] as const)("on coming to a table: %s", (_what, rack, had, expected) => {
  expect(preselected(rack, had)).toBe(expected);
});

test("the same worth at another table is the same chip, or none", () => {
  expect(sameWorth(AMBER, 2_500)).toBe(25);
  expect(sameWorth(CENTS, 2_500)).toBe(2_500);
  expect(sameWorth(AMBER, 50_000)).toBeNull();
});

test("the minimum is that of the bets on a side, not of a side bet", () => {
  const fields = [field("player"), field("banker"), field("tie", { stake_min: 500 }), field("odd", { stake_min: 100 })];
  expect(rackOf({ info: { ...INFO, fields }, seat: null })).toEqual({
    chips: INFO.chips,
    denomination: 100,
    minimum: 1_000,
  });
});
