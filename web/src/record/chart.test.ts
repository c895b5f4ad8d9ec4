import { expect, test } from "vitest";
import { chartOf, stepFor } from "./chart";

const BOX = { left: 50, top: 10, width: 400, height: 200 };

test.each([
  [0, 1],
  [5, 1],
  [60, 10],
  [1205, 250],
  [1500, 250],
  [100_000, 20_000],
])("a span of %i has ticks every %i", (span, step) => {
  expect(stepFor(span)).toBe(step);
});

test("the line begins at zero before the first round and ends at the last", () => {
  const { spots, last, zeroY, line } = chartOf([100, -100], BOX);
  expect(spots.map(({ x }) => x)).toEqual([50, 250, 450]);
  expect([spots[0]?.y, last.net, last.y]).toEqual([zeroY, -100, 210]);
  expect(line).toBe("M50 110L250 10L450 210");
});

test("zero is always among the ticks, and the highest and lowest lie within them", () => {
  for (const nets of [[], [10], [-10], [455, -450, 755], [3, 3, 3]]) {
    const { ticks, spots } = chartOf(nets, BOX);
    expect(ticks.some(({ value }) => value === 0)).toBe(true);
    expect(ticks.length).toBeLessThanOrEqual(9);
    for (const { y } of spots) expect(y >= 10 && y <= 210).toBe(true);
  }
});

test("only gains have a high and only losses a low", () => {
  expect(chartOf([50, 20], BOX)).toMatchObject({ high: { net: 50 }, low: null });
  expect(chartOf([-50, -20], BOX)).toMatchObject({ high: null, low: { net: -50 } });
});
