import { expect, test } from "vitest";
import { chipLook, stackOf } from "./chip-look";

test.each([
  // worth  colour  dark figure  plaque
  [1, 1, true, false],
  [2, 1, true, false],
  [50, 25, false, false],
  [1000, 1000, true, false],
  [10000, 10000, false, false],
  [50000, 10000, false, true],
  [0.5, 1, true, false],
])("a chip worth %d looks so", (worth, colour, hasDarkFigure, isPlaque) => {
  expect(chipLook(worth)).toEqual({ colour, hasDarkFigure, isPlaque });
});

test.each([
  // credits  stack
  [130, [100, 25, 5]],
  [7, [5, 1, 1]],
  [999, [100, 100, 100, 100, 100]],
  [0, [1]],
])("%d credits are shown as %j", (credits, stack) => {
  expect(stackOf(credits, [1, 5, 25, 100])).toEqual(stack);
});
