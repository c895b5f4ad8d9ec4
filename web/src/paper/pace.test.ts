import { expect, it } from "vitest";
import { PaperPace } from "./pace";

function isSlowAt(intervals: readonly number[]): boolean {
  const pace = new PaperPace();
  let now = 1_000;
  pace.frame(now);
  for (const interval of intervals) pace.frame((now += interval));
  return pace.isSlow;
}

const frames = (count: number, ms: number) => Array.from({ length: count }, () => ms);

it.each([
  ["a quick device bends paper", frames(40, 17), false],
  ["a slow one folds plainly", frames(40, 45), true],
  ["a slow start is forgiven", [...frames(3, 120), ...frames(40, 17)], false],
  ["resting between pulls is not slowness", Array.from({ length: 60 }, (_, at) => (at % 2 ? 17 : 900)), false],
  ["too few frames say nothing", frames(10, 90), false],
])("%s", (_, intervals, isSlow) => {
  expect(isSlowAt(intervals)).toBe(isSlow);
});
