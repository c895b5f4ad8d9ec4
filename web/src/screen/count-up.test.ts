import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CountUp } from "./count-up.svelte";

let frames: ((now: number) => void)[] = [];
const next = (now: number) => {
  const [frame] = frames.splice(0);
  frame?.(now);
};

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: (now: number) => void) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", () => frames.splice(0));
  vi.spyOn(performance, "now").mockReturnValue(1_000);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("counts up in whole figures, fast at first, and ends at what it is", () => {
  const count = new CountUp(101);
  count.to(201, 600);
  expect([count.shown, count.target]).toEqual([101, 201]);
  next(1_300);
  expect(count.shown).toBe(189);
  next(1_700);
  expect(count.shown).toBe(201);
  expect(frames).toEqual([]);
});

it.each([
  [0, 2_500, 2_200],
  [1_000, 1_050, 1_040],
  [1_005, 2_500, 2_313],
])("shows no cents between %d and %d unless an end has some", (from, to, shown) => {
  const count = new CountUp(from);
  count.to(to, 600);
  next(1_300);
  expect(count.shown).toBe(shown);
});

it("is there at once in no time, and goes on from where it stands", () => {
  const count = new CountUp(0);
  count.to(80, 600);
  next(1_300);
  expect(count.shown).toBe(70);
  count.to(50, 0);
  expect([count.shown, frames.length]).toEqual([50, 0]);
});
