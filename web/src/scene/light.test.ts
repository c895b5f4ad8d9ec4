import { describe, expect, it } from "vitest";
import { planTable } from "../stage/plan";
import { beamOn, belowTitle, polygon } from "./light";

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
  it("falls to the left on Player and mirrored on Banker", () => {
    const player = beamOn("player", plan).map(([x]) => 720 - x);
    const banker = beamOn("banker", plan).map(([x]) => x - 720);
    player.forEach((x, corner) => expect(x).toBeCloseTo(banker[corner] ?? NaN, 0));
    expect(Math.min(...banker)).toBeGreaterThan(0);
  });

  it("ends where the field begins, so that it covers no word printed there", () => {
    const field = plan.main.banker;
    const lowest = Math.max(...beamOn("banker", plan).map(([, y]) => y));
    expect(lowest).toBeCloseTo(field.middle.y - field.height / 2);
  });

  it("the sweep is bright below the title only", () => {
    const field = plan.main.banker;
    expect(belowTitle(field)).toBeGreaterThan(field.middle.y - field.height / 2 + field.title.size);
    expect(belowTitle(field)).toBeLessThan(field.middle.y + field.height / 2);
  });

  it("writes corners as a clip", () => {
    expect(
      polygon([
        [0.4, 1],
        [2, 3.6],
      ]),
    ).toBe("polygon(0px 1px, 2px 4px)");
  });
});
