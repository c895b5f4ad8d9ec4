import { describe, expect, it } from "vitest";
import { foldAlong, GRIPS, inwards, lengthAlong, type Grip } from "./fold";
import { gripAt, gripPulled, placeOnBack, ranksLike, seenOf } from "./seen";

const SIZE = { width: 320, height: 448 };
const ACROSS = { width: 448, height: 320 };

function seen(face: string, grip: Grip, share: number, turns = 0) {
  const size = turns % 2 ? ACROSS : SIZE;
  const normal = inwards(grip);
  return seenOf(face, size, turns, [foldAlong(size, normal, share * lengthAlong(size, normal))]);
}

describe("what is visible", () => {
  it.each([
    // face, grip, pull, pips seen
    ["9h", "top", 0, 0],
    ["9h", "top", 0.42, 2],
    ["9h", "bottom", 0.42, 2],
    ["2s", "top", 0.42, 1],
    ["Ad", "top", 0.42, 0],
    ["Tc", "left", 0.7, 4],
    ["4h", "left", 0.7, 2],
    ["3h", "left", 0.7, 0],
  ] as const)("of %s from %s at %s: %s pips", (face, grip, share, pips) => {
    expect(seen(face, grip, share).pips).toBe(pips);
  });

  it.each([
    ["2h", "A 2 3"],
    ["5h", "4 5"],
    ["8h", "6 7 8"],
    ["Th", "9 10"],
  ])("the coach says of %s: %s, once a long side is visible and not before", (face, ranks) => {
    expect(seen(face, "left", 0.7).side).toBe(ranks);
    expect(seen(face, "right", 0.7).side).toBe(ranks);
    expect(seen(face, "left", 0.05).side).toBeNull();
    expect(seen(face, "top", 0.42).side).toBeNull();
    expect(seen(face, "top", 0.7, 1).side).toBe(ranks); // a quarter turn brings the long side to the top
  });

  it("tells a picture by its frame", () => {
    expect(seen("Kd", "left", 0.7)).toEqual({ pips: 0, isPicture: true, side: null });
    expect(seen("Kd", "left", 0.02).isPicture).toBe(false);
  });

  it("takes the ranks from where pips are printed", () => {
    expect(["A", "4", "6", "9"].map(ranksLike)).toEqual(["A 2 3", "4 5", "6 7 8", "9 10"]);
  });
});

describe("the card in the hand", () => {
  it("has its face on the other side, whichever way it is turned", () => {
    expect(placeOnBack({ x: 0, y: 0 }, SIZE, 0)).toEqual({ x: 320, y: 0 });
    expect(placeOnBack({ x: 0, y: 0 }, ACROSS, 1)).toEqual({ x: 448, y: 320 });
    expect(placeOnBack({ x: 0, y: 0 }, SIZE, 2)).toEqual({ x: 0, y: 448 });
    expect(placeOnBack({ x: 0, y: 0 }, ACROSS, 3)).toEqual({ x: 0, y: 0 });
  });

  it("is gripped by the edge or corner that is touched", () => {
    const places = [
      [160, 5],
      [315, 5],
      [315, 224],
      [315, 440],
      [160, 440],
      [5, 440],
      [5, 224],
      [5, 5],
    ] as const;
    expect(places.map(([x, y]) => gripAt(SIZE, { x, y }))).toEqual(GRIPS);
    expect(gripAt(SIZE, { x: 160, y: 224 })).toBeNull();
  });

  it("is opened from the side that a pull in its middle comes from", () => {
    expect(GRIPS.map((grip) => gripPulled(inwards(grip)))).toEqual(GRIPS);
  });
});
