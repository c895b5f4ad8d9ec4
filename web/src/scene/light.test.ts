import { describe, expect, it } from "vitest";
import { planTable } from "../stage/plan";
import { beamOn, belowTitle } from "./light";

const plan = planTable({
  arrangement: "desk",
  width: 1440,
  height: 644,
  top: 56,
  felt: { rows: [], trays: 0, modes: 0 },
  isFolded: false,
  hasPicture: false,
});

describe("light on the winning side", () => {
  const from = (background: string) => Number(/from (-?\d+)deg/.exec(background)?.[1]);

  it("falls to the right on Banker and mirrored on Player", () => {
    expect(from(beamOn("banker", plan))).toBeGreaterThan(90 - 24);
    expect(from(beamOn("banker", plan))).toBeLessThan(180 - 24);
    expect(from(beamOn("player", plan)) + 24).toBeCloseTo(-(from(beamOn("banker", plan)) + 24), -0.5);
  });

  it("comes from above the dealer", () => {
    expect(beamOn("player", plan)).toContain(`at 720px ${Math.round(plan.dealer.lip - 60 * plan.unit)}px`);
  });

  it("the sweep is bright below the title only", () => {
    const field = plan.main.banker;
    expect(belowTitle(field)).toBeGreaterThan(field.middle.y - field.height / 2 + field.title.size);
    expect(belowTitle(field)).toBeLessThan(field.middle.y + field.height / 2);
  });
});
