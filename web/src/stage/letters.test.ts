import { expect, test } from "vitest";
import { fitted, spaced } from "./letters";

const measure = (text: string, size: number) => text.length * size * 0.5;
const room = { largest: 14, smallest: 12, weight: 650 };

test.each([
  // words              width  lines                      size  narrow
  ["P Pair", 100, ["P Pair"], 14, 1],
  ["2-card Lucky 7", 90, ["2-card Lucky 7"], 12.857, 1],
  ["2-card Lucky 7", 80, ["2-card Lucky 7"], 12, 0.952],
  ["2-card Lucky 7", 60, ["2-card", "Lucky 7"], 14, 1],
  ["Unteilbareswort", 60, ["Unteilbareswort"], 12, 0.667],
  ["プレイヤーペア", 30, ["プレイヤ", "ーペア"], 14, 1],
])("%s in %d px", (text, width, lines, size, narrow) => {
  const fit = fitted(text, { ...room, width, lines: 2 }, measure);
  expect(fit.lines).toEqual(lines);
  expect(fit.size).toBeCloseTo(size, 2);
  expect(fit.narrow).toBeCloseTo(narrow, 2);
});

test.each([
  // words   width tracking narrow
  ["PLAYER", 60, 2, 1],
  ["PLAYER", 42, 1, 1],
  ["PLAYER", 27, 0, 0.75],
])("%s, spaced, in %d px", (text, width, tracking, narrow) => {
  expect(spaced(text, { width, size: 12, weight: 650, tracking: 2 }, measure)).toEqual({ tracking, narrow });
});
