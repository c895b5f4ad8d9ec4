/** Stored settings may be old or damaged: only valid values are used. */
import { expect, test } from "vitest";
import { restored } from "./restored";

const DEFAULTS = { felt: "night", volumes: { all: 80, voice: 0 }, favourites: ["jade"], dim: false };

test.each([
  ["nothing", null, DEFAULTS],
  ["a choice", { felt: "day" }, { ...DEFAULTS, felt: "day" }],
  ["a part of a group", { volumes: { voice: 30 } }, { ...DEFAULTS, volumes: { all: 80, voice: 30 } }],
  ["another kind of value", { felt: 3, volumes: "loud", favourites: "jade", dim: "yes" }, DEFAULTS],
  ["a key that is gone", { colour: "red" }, DEFAULTS],
  ["a list", { favourites: [] }, { ...DEFAULTS, favourites: [] }],
])("%s", (_what, stored, expected) => {
  expect(restored(DEFAULTS, stored)).toEqual(expected);
});
