import { expect, it } from "vitest";
import type { Mark } from "../wire/protocol.generated";
import { runOf } from "./run";

const beads = (letters: string): Mark[] =>
  Array.from(letters, (letter, at) => [Math.floor(at / 6), at % 6, letter, at + 1]);

it.each([
  ["", null],
  ["TT", null],
  ["P", { side: "player", length: 1 }],
  ["PBBB", { side: "banker", length: 3 }],
  ["PBTBTB", { side: "banker", length: 3 }], // ties do not break it
  ["BBPT", { side: "player", length: 1 }],
])("%s", (letters, run) => {
  expect(runOf(beads(letters))).toEqual(run);
});
