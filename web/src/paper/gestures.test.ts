import { describe, expect, it } from "vitest";
import {
  behind,
  faceSeenAt,
  foldAlong,
  foldBy,
  foldOf,
  gripPoint,
  inwards,
  landing,
  movedBy,
  OPENS_AT,
  pulledBy,
  curledBy,
  rollRadius,
  type Grip,
  type Point,
} from "./fold";
import { isPastOpening, letGo, restingPull, settled, speedOf } from "./rest";
import { NOTHING_SEEN, placeOnBack, seenOf } from "./seen";
import { cornerAt, foldsOfCorners, pairOf, quartersOf, sharedEdge, twistOf } from "./two-fingers";

const SIZE = { width: 312, height: 437 };
const RADIUS = rollRadius(SIZE);
const at = (x: number, y: number): Point => ({ x, y });
const pulled = (share: number, grip: Grip = "bottom") => foldAlong(SIZE, inwards(grip), share * SIZE.height);

describe("a card that is let go", () => {
  it("rests where it is, at most half a step away, and never springs shut", () => {
    const step = (12 / 250) * SIZE.width;
    for (let pull = step; pull < OPENS_AT * SIZE.height - step; pull += 3.7) {
      const rest = restingPull(SIZE, pull);
      expect(Math.abs(rest - pull)).toBeLessThanOrEqual(step / 2 + 1e-9);
      expect(restingPull(SIZE, rest)).toBeCloseTo(rest, 9);
    }
    expect(letGo(SIZE, pulled(0.5), at(0, 0))).toBe("rests");
  });

  it("lies flat only when it was hardly lifted", () => {
    expect(letGo(SIZE, null, at(0, 0))).toBe("flat");
    expect(letGo(SIZE, pulled(0.005), at(0, 0))).toBe("flat");
    expect(letGo(SIZE, pulled(0.03), at(0, 0))).toBe("rests");
  });

  it.each([
    // pull, speed along it in widths a second, what follows
    [0.3, 2.9, "rests"],
    [0.3, 3.1, "flicked"],
    [0.3, 8.1, "slammed"],
    [0.3, -9, "rests"], // thrown back, not open
    [0.05, 9, "rests"], // a twitch at the edge
  ] as const)("pulled %s at speed %s: %s", (share, speed, how) => {
    expect(letGo(SIZE, pulled(share), at(0, -speed))).toBe(how);
    expect(letGo(SIZE, pulled(share), at(5, -speed))).toBe(how); // only the way into the card counts
  });

  it("opens past 85 hundredths of its length, not at 62", () => {
    expect(isPastOpening(SIZE, pulled(0.62))).toBe(false);
    expect(isPastOpening(SIZE, pulled(0.84))).toBe(false);
    expect(isPastOpening(SIZE, pulled(0.86))).toBe(true);
    expect(restingPull(SIZE, 0.849 * SIZE.height)).toBeLessThan(OPENS_AT * SIZE.height);
  });

  it("is as fast as its last moves, and not fast after a rest", () => {
    const moves = [0, 20, 40, 60].map((ms) => ({ at: ms, place: at(0, -3 * ms) }));
    expect(speedOf(moves, 60, SIZE).y * SIZE.width).toBeCloseTo(-3_000, 6);
    expect(speedOf(moves, 60 + 200, SIZE)).toEqual(at(0, 0));
    expect(speedOf(moves.slice(0, 2), 20, SIZE)).toEqual(at(0, 0));
  });

  it("settles a little beyond its rest, and then at it", () => {
    expect(settled(0)).toBeCloseTo(0, 3);
    expect(settled(1)).toBe(1);
    const way = Array.from({ length: 50 }, (_, step) => settled(step / 50));
    expect(Math.max(...way)).toBeGreaterThan(1);
    expect(Math.max(...way)).toBeLessThan(1.08);
  });
});

describe("a resting card is taken up again", () => {
  it("from the movement that describes it", () => {
    for (const grip of ["bottom", "left", "top_right"] as const) {
      const fold = foldOf(SIZE, grip, { x: inwards(grip).x * 150, y: inwards(grip).y * 150 });
      expect(foldBy(SIZE, movedBy(fold))).toEqual(fold);
    }
    expect(foldBy(SIZE, movedBy(null))).toBeNull();
  });

  it("lifts what it was pulled by, and is pulled by what it lifts", () => {
    for (const pull of [1, 20, 80, 300]) expect(pulledBy(curledBy(pull, RADIUS), RADIUS)).toBeCloseTo(pull, 6);
  });
});

describe("two fingers", () => {
  const still = (x: number, y: number) => ({ start: at(x, y), now: at(x, y) });
  const moved = (x: number, y: number, dx: number, dy: number) => ({ start: at(x, y), now: at(x + dx, y + dy) });

  it("say nothing before they have moved", () => {
    expect(pairOf(still(20, 400), moved(290, 400, 0, -5))).toBeNull();
    expect(pairOf(moved(50, 200, 15, -27), still(260, 200))).toBeNull(); // the other's move is told next
    expect(pairOf(moved(50, 200, 15, -27), moved(260, 200, -15, 27))).toBe("twists");
  });

  it("twist when they move across the line between them, apart", () => {
    const [one, other] = [moved(50, 200, 0, 40), moved(260, 200, 0, -40)];
    expect(pairOf(one, other)).toBe("twists");
    expect(twistOf(one, other)).toBeCloseTo(Math.atan2(-80, 210), 9);
    expect([quartersOf(0.5), quartersOf(1), quartersOf(-1), quartersOf(2.6)]).toEqual([0, 1, -1, 2]);
  });

  it("bend when they move the same way, towards each other, or one alone", () => {
    expect(pairOf(moved(20, 420, 10, -60), moved(290, 420, -10, -40))).toBe("bends");
    expect(pairOf(moved(20, 420, 40, -50), moved(290, 20, -40, 50))).toBe("bends");
    expect(pairOf(still(20, 420), moved(290, 420, 0, -60))).toBe("bends");
  });

  it("take the nearest corners, and know the edge between them", () => {
    expect([cornerAt(SIZE, at(20, 400)), cornerAt(SIZE, at(300, 30))]).toEqual(["bottom_left", "top_right"]);
    expect(sharedEdge("bottom_left", "bottom_right")).toBe("bottom");
    expect(sharedEdge("bottom_left", "top_left")).toBe("left");
    expect(sharedEdge("bottom_left", "top_right")).toBeNull();
    expect(sharedEdge("bottom_left", "bottom_left")).toBeNull();
  });

  it("lift an edge straight, or slanted if one corner is higher", () => {
    const lift = (left: number, right: number) =>
      foldsOfCorners(
        SIZE,
        { grip: "bottom_left", moved: at(0, -left) },
        { grip: "bottom_right", moved: at(0, -right) },
        RADIUS,
      );
    const [straight] = lift(120, 120);
    expect(straight).toEqual(foldOf(SIZE, "bottom", at(0, -120)));
    const [slanted] = lift(60, 160);
    if (!slanted) throw new Error("it is lifted");
    const depth = (grip: Grip) => behind(slanted, gripPoint(SIZE, grip));
    expect(depth("bottom_right")).toBeGreaterThan(depth("bottom_left"));
    expect(depth("bottom_left")).toBeGreaterThan(0);
    expect(slanted.curled).toBeCloseTo(depth("bottom_right"), 6);
    expect(lift(0, 0)).toEqual([]);
  });

  it("lift opposite corners apart, with flat paper between them", () => {
    const folds = (by: number) =>
      foldsOfCorners(
        SIZE,
        { grip: "bottom_left", moved: at(by, -by * 1.4) },
        { grip: "top_right", moved: at(-by, by * 1.4) },
        RADIUS,
      );
    expect(folds(60)).toHaveLength(2);
    for (const by of [60, 150, 300]) {
      const [first, second] = folds(by);
      if (!first || !second) throw new Error("both are lifted");
      expect(first.line + second.line).toBeLessThan(0); // of opposite normals: they do not cross
    }
  });
});

describe("a thumb on the face", () => {
  const fold = pulled(0.7, "left");

  it("is put where the face is seen, on the paper that lies there", () => {
    const paper = at(20, 200);
    const seen = landing(fold, paper);
    const found = faceSeenAt(SIZE, fold, seen);
    expect(found?.x).toBeCloseTo(paper.x, 6);
    expect(found?.y).toBeCloseTo(paper.y, 6);
    expect(faceSeenAt(SIZE, fold, at(SIZE.width - 4, 200))).toBeNull(); // the back
    expect(faceSeenAt(SIZE, fold, at(2, 200))).toBeNull(); // nothing any more
  });

  it("hides the pip under it from the coach and from the words", () => {
    const all = seenOf("8h", SIZE, 0, [fold]);
    const covered = placeOnBack(at(172, 175), SIZE, 0); // the middle of three on that side
    expect(all).toMatchObject({ pips: 3, side: "6 7 8" });
    expect(seenOf("8h", SIZE, 0, [fold], covered).pips).toBe(2);
    expect(seenOf("8h", SIZE, 0, [], covered)).toEqual(NOTHING_SEEN);
    const end = placeOnBack(at(172, 66), SIZE, 0);
    expect(seenOf("8h", SIZE, 0, [fold], end).side).toBeNull(); // whoever covers the end does not see the side
  });
});
