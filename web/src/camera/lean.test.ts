import { describe, expect, test } from "vitest";
import { LEAN_SCALE, leanOver } from "./lean";

const STAGE = { width: 1440, height: 640 };

describe.each([
  ["Player's hand", [420, 280]],
  ["Banker's hand", [1020, 280]],
  ["a hand in the corner", [40, 40]],
  ["a hand at the patron's edge", [720, 630]],
] as const)("leaning over %s", (_, [x, y]) => {
  const lean = leanOver(STAGE, [x, y]);

  test("never shows what lies around the stage", () => {
    expect(lean.x).toBeLessThanOrEqual(0);
    expect(lean.y).toBeLessThanOrEqual(0);
    expect(STAGE.width * LEAN_SCALE + lean.x).toBeGreaterThanOrEqual(STAGE.width - 1);
    expect(STAGE.height * LEAN_SCALE + lean.y).toBeGreaterThanOrEqual(STAGE.height - 1);
  });

  test("brings the hand no further from the middle", () => {
    const seen = [x * LEAN_SCALE + lean.x, y * LEAN_SCALE + lean.y] as const;
    const slack = 0.27 * 40; // a hand in the corner can only grow in it
    expect(Math.abs(STAGE.width / 2 - seen[0])).toBeLessThanOrEqual(Math.abs(STAGE.width / 2 - x) + slack);
    expect(Math.abs(STAGE.height / 2 - seen[1])).toBeLessThanOrEqual(Math.abs(STAGE.height / 2 - y) + slack);
  });
});
