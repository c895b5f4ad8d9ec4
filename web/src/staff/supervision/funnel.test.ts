import { describe, expect, test } from "vitest";
import type { ReturnPoint } from "../../wire/rest.generated";
import { FOREST_BAND, forestPlace, funnelOf, scaleOf, ticksOf } from "./funnel";

const point = (rounds: number, actual: number, band: number, shoe = 1): ReturnPoint => ({
  at: rounds * 1000,
  shoe,
  rounds,
  actual,
  exact: 0.98,
  band,
});

describe("the funnel of a day's return", () => {
  const points = [point(1, 1.9, 0.8), point(2, 1.2, 0.4), point(3, 1.0, 0.06, 2), point(4, 0.97, 0.04, 2)];
  const drawn = funnelOf(points, { width: 400, height: 100 });

  test("has theory in the middle of a scale that holds the late part of the band", () => {
    const { low, high } = scaleOf(points);
    expect((low + high) / 2).toBeCloseTo(0.98);
    expect(high).toBeCloseTo(0.98 + 0.06 * 1.15);
  });

  test("draws rounds from left to right and clips at the frame what strays further", () => {
    expect(drawn.actual).toMatch(/^M100\.0 0\.0L200\.0 0\.0L300\.0 /);
    expect(drawn.end?.x).toBe(400);
    expect(drawn.theory).toBe("M100.0 50.0L200.0 50.0L300.0 50.0L400.0 50.0");
    expect(drawn.band.startsWith("M100.0 0.0L")).toBe(true);
    expect(drawn.band.endsWith("L100.0 100.0Z")).toBe(true);
  });

  test("names where shoes begin", () => {
    expect(drawn.shoes).toEqual([
      { x: 100, shoe: 1 },
      { x: 300, shoe: 2 },
    ]);
  });

  test("of a day without a round is empty", () => {
    const empty = funnelOf([], { width: 400, height: 100 });
    expect([empty.band, empty.actual, empty.end]).toEqual(["", "", null]);
  });
});

describe("lines of the scale", () => {
  test.each([
    [0.92, 1.04, [92, 96, 100, 104]],
    [0.96, 1.0, [96, 97, 98, 99, 100]],
    [0.5, 1.5, [60, 80, 100, 120, 140]],
  ])("from %f to %f", (low, high, lines) => expect(ticksOf(low, high)).toEqual(lines));
});

describe("the forest", () => {
  test("has the house at the right and the same band for every bet", () => {
    expect(forestPlace(0)).toBe(0.5);
    expect(forestPlace(4)).toBe(1);
    expect(forestPlace(-9)).toBe(0);
    expect(FOREST_BAND.to - 0.5).toBeCloseTo(0.5 - FOREST_BAND.from);
  });
});
