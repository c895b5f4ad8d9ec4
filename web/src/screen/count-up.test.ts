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
  const count = new CountUp(100);
  count.to(200, 600);
  expect([count.shown, count.target]).toEqual([100, 200]);
  next(1_300);
  expect(count.shown).toBe(188);
  next(1_700);
  expect(count.shown).toBe(200);
  expect(frames).toEqual([]);
});

it("is there at once in no time, and goes on from where it stands", () => {
  const count = new CountUp(0);
  count.to(80, 600);
  next(1_300);
  expect(count.shown).toBe(70);
  count.to(50, 0);
  expect([count.shown, frames.length]).toEqual([50, 0]);
});
