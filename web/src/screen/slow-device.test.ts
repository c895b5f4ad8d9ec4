// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { FrameWatch, isSmall } from "./slow-device.svelte";

function after(...intervals: number[]): boolean {
  const watch = new FrameWatch();
  let now = 0;
  let isSlow = watch.note(now);
  for (const interval of intervals) isSlow = watch.note((now += interval)) || isSlow;
  return isSlow;
}

describe("a slow device", () => {
  it.each([
    ["smooth", [16, 16, 16, 16], false],
    ["two long frames", [16, 30, 16, 30, 16], false],
    ["three within a second", [16, 30, 16, 30, 16, 30], true],
    [
      "three over more than a second",
      [30, ...Array<number>(40).fill(16), 30, ...Array<number>(40).fill(16), 30],
      false,
    ],
    ["pauses between two cards", [400, 400, 400, 400], false],
  ])("%s", (_, intervals, isSlow) => {
    expect(after(...intervals)).toBe(isSlow);
  });

  it("a phone with few cores counts as one from the start", () => {
    expect([isSmall(4, 390), isSmall(8, 390), isSmall(4, 1440)]).toEqual([true, false, false]);
  });
});
