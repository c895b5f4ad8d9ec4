import { describe, expect, it } from "vitest";
import type { FigureLine } from "../../wire/rest.generated";
import { addedUp, band, curve, frameOf, stepFor, y } from "./curves";

const line = (hour: number, win: number, theory: number, sigma: number): FigureLine => ({
  id: String(hour),
  title: "",
  rounds: 1,
  handle: 100,
  win,
  theory,
  one_sigma: sigma,
  deviation: 0,
  tips: 0,
  fees: 0,
});

describe("a day's curves", () => {
  it("adds up hour by hour, and chance adds up by its squares", () => {
    const points = addedUp([line(0, 10, 5, 3), line(2, -4, 5, 4)]);
    expect(points.map((point) => [point.hour, point.win, point.theory])).toEqual([
      [0, 0, 0],
      [1, 10, 5],
      [2, 10, 5],
      [3, 6, 10],
    ]);
    expect(points[3]?.spread).toBeCloseTo(1.96 * 5);
  });

  it("draws an empty day as one point at zero", () => {
    const points = addedUp([]);
    const frame = frameOf(points, 120, 60);
    expect(y(frame, 0)).toBe(60);
    expect(curve(frame, points, (point) => point.win)).toContain("0.0,60.0");
  });

  it("keeps zero, the band and the win inside its frame", () => {
    const points = addedUp([line(0, -500, 20, 10)]);
    const frame = frameOf(points, 120, 60);
    expect(frame.low).toBe(-500);
    expect(y(frame, frame.high)).toBe(0);
    expect(band(frame, points).split(" ")).toHaveLength(2 * points.length);
  });

  it.each([
    [100, 50],
    [160_000, 50_000],
    [9, 5],
    [1, 1],
  ])("lays %i out in steps of %i", (value, step) => {
    expect(stepFor(value)).toBe(step);
  });
});
