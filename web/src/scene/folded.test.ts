import { expect, test } from "vitest";
import { field, INFO, OPENED, tableAfter } from "../state/table-examples";
import { areSidesOver } from "./folded";

const main = [
  { ...field("player"), backs: "player" as const },
  { ...field("tie"), is_tie: true },
];

test.each([
  // last rounds of the side bets  round  all over
  [[60, 60], 60, false],
  [[60, 60], 61, true],
  [[50, 60], 55, false],
  [[60, null], 70, false],
  [[], 70, false],
])("side bets until %j, in round %d", (lastRounds, round, isOver) => {
  const sides = lastRounds.map((last_round, index) => ({ ...field(`side-${index}`), backs: null, last_round }));
  const view = { ...tableAfter(OPENED), round, info: { ...INFO, fields: [...main, ...sides] } };
  expect(areSidesOver(view)).toBe(isOver);
});
