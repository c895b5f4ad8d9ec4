import { expect, it } from "vitest";
import { INFO } from "../state/table-examples";
import { limitsOf } from "./limits-of";

const side = (stake_min: number, stake_max: number | null) => ({
  ...INFO.fields[0]!,
  backs: "player" as const,
  stake_min,
  stake_max,
});

it.each([
  ["the lowest and the highest of both sides", [side(10, 500), side(20, 1_000)], null, { min: 10, max: 1_000 }],
  ["the difference, where nothing else bounds a side", [side(10, null)], 5_000, { min: 10, max: 5_000 }],
  ["a maximum stands even beside a difference", [side(10, 800)], 5_000, { min: 10, max: 800 }],
  ["no maximum at all", [side(10, null)], null, { min: 10, max: null }],
])("%s", (_, fields, difference_max, limits) => {
  expect(limitsOf({ ...INFO, fields, difference_max })).toEqual(limits);
});
