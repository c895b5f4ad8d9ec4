import { describe, expect, test } from "vitest";
import { GAP_MS, WedgeBuffer, type Heard } from "./wedge";

/** Plays keys at their moments, then lets time pass; all that was heard, in order. */
function heard(...keys: readonly (readonly [key: string, at: number])[]): { typed: string[]; scans: string[] } {
  const buffer = new WedgeBuffer();
  const told: Heard[] = keys.map(([key, at]) => buffer.press(key, at));
  told.push(buffer.silence((keys.at(-1)?.[1] ?? 0) + GAP_MS + 1));
  return {
    typed: told.flatMap(({ typed }) => typed),
    scans: told.flatMap(({ scan }) => (scan === null ? [] : [scan])),
  };
}

function burst(text: string, from: number, gap: number): (readonly [string, number])[] {
  return [...text.split(""), "Enter"].map((key, place) => [key, from + place * gap] as const);
}

describe("a keyboard that may be a scanner", () => {
  const CASES: readonly (readonly [string, readonly (readonly [string, number])[], string[], string[]])[] = [
    // what happens                              keys                                          typed            scans
    ["a code at a scanner's pace", burst("9h", 0, 8), [], ["9h"]],
    ["a long serial", burst("4006381333931;17", 0, 20), [], ["4006381333931;17"]],
    ["a person types the same", burst("9h", 0, 120), ["9", "h", "Enter"], []],
    ["Enter by a person", [["Enter", 0]], ["Enter"], []],
    ["Enter long after a burst", [...burst("9h", 0, 8).slice(0, 2), ["Enter", 500]], ["9", "h", "Enter"], []],
    ["one letter and Enter, however quick", burst("l", 0, 5), ["l", "Enter"], []],
    ["a person's letter, then a scan", [["4", 0], ...burst("Ks", 300, 8)], ["4"], ["Ks"]],
    ["two scans in a row", [...burst("9h", 0, 8), ...burst("Ks", 400, 8)], [], ["9h", "Ks"]],
    ["a burst without Enter", burst("9h", 0, 8).slice(0, 2), ["9", "h"], []],
  ];

  test.each(CASES)("%s", (_name, keys, typed, scans) => {
    expect(heard(...keys)).toEqual({ typed, scans });
  });

  test("a scan never ends with a key for the primary button, whatever came before it", () => {
    for (const before of [[], [["Enter", 0]], [["x", 0]]] as (readonly [string, number])[][]) {
      const { typed, scans } = heard(...before, ...burst("9h", 1_000, 10));
      expect(scans).toEqual(["9h"]);
      expect(typed).toEqual(before.map(([key]) => key));
    }
  });
});
