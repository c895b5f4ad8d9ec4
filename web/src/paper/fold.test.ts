import { describe, expect, it } from "vitest";
import {
  area,
  bandMatrix,
  behind,
  between,
  cornersOf,
  curledBy,
  flapMatrix,
  flatPart,
  foldAlong,
  foldOf,
  gripPoint,
  GRIPS,
  inwards,
  isRevealed,
  landing,
  lengthAlong,
  mapped,
  outlineOf,
  printed,
  revealedPart,
  revealedShare,
  rollRadius,
  seenAt,
  type Fold,
  type Grip,
  type Point,
  type Size,
} from "./fold";
import { isPastOpening } from "./rest";

const DRAGS = 1_000;

/** The same drags in every run: mulberry32 with a fixed seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Drag {
  readonly size: Size;
  readonly grip: Grip;
  readonly moved: Point;
  readonly fold: Fold;
}

/** Random cards, grips and fingers; those that lift nothing have a test of their own. */
function drags(seed: number): readonly Drag[] {
  const next = chance(seed);
  return Array.from({ length: DRAGS }, () => {
    const size = next() < 0.5 ? { width: 320, height: 448 } : { width: 60 + 500 * next(), height: 60 + 500 * next() };
    const grip = GRIPS[Math.floor(next() * GRIPS.length)] ?? "top";
    const into = inwards(grip);
    const reach = 1.1 * next();
    const moved = {
      x: (into.x + (next() - 0.5) * 0.9) * size.width * reach,
      y: (into.y + (next() - 0.5) * 0.9) * size.height * reach,
    };
    return { size, grip, moved, fold: foldOf(size, grip, moved) };
  }).flatMap((drag) => (drag.fold === null ? [] : [{ ...drag, fold: drag.fold }]));
}

const near = (one: number, other: number, size: Size) =>
  expect(Math.abs(one - other)).toBeLessThan(1e-6 * (size.width + size.height) ** 2);

describe("a card that is pulled", () => {
  it("shows more the further the finger goes, and never less", () => {
    for (const { size, fold } of drags(1)) {
      const shares = [0.2, 0.5, 0.8, 1, 1.3].map((part) =>
        revealedShare(size, foldAlong(size, fold.normal, fold.pull * part)),
      );
      shares.forEach((share, index) => expect(share).toBeGreaterThanOrEqual((shares[index - 1] ?? 0) - 1e-12));
    }
  });

  it("has nothing to show before the roll has turned its face up, and everything at the end", () => {
    for (const { size, fold } of drags(2)) {
      expect(revealedShare(size, foldAlong(size, fold.normal, 1e-3))).toBeLessThan(1e-9);
      const whole = 2 * lengthAlong(size, fold.normal) + Math.PI * fold.radius;
      expect(revealedShare(size, foldAlong(size, fold.normal, whole))).toBeCloseTo(1, 9);
    }
  });

  it("carries the gripped point exactly as far as the finger went", () => {
    for (const { size, grip, fold } of drags(3)) {
      const start = gripPoint(size, grip);
      const end = landing(fold, start);
      expect(Math.hypot(end.x - start.x, end.y - start.y)).toBeCloseTo(fold.pull, 5);
      expect((end.x - start.x) * fold.normal.x + (end.y - start.y) * fold.normal.y).toBeCloseTo(fold.pull, 5);
    }
  });

  it("lets a corner follow the finger wherever it goes inside the card", () => {
    for (const { size, grip, moved, fold } of drags(4)) {
      const into = inwards(grip);
      if (!grip.includes("_") || moved.x * into.x <= 0 || moved.y * into.y <= 0) continue;
      const [start, end] = [gripPoint(size, grip), landing(fold, gripPoint(size, grip))];
      expect(end.x - start.x).toBeCloseTo(moved.x, 4);
      expect(end.y - start.y).toBeCloseTo(moved.y, 4);
    }
  });

  it("is lifted by nothing that points out of it", () => {
    for (const grip of GRIPS) {
      const { x, y } = inwards(grip);
      expect(foldOf({ width: 320, height: 448 }, grip, { x: -90 * x, y: -90 * y })).toBeNull();
      expect(foldOf({ width: 320, height: 448 }, grip, { x: 0, y: 0 })).toBeNull();
    }
  });

  it("turns over past 62 % of its long side, from every direction", () => {
    const size = { width: 320, height: 448 };
    for (const grip of GRIPS) {
      const normal = inwards(grip);
      expect(isPastOpening(size, foldAlong(size, normal, 0.849 * size.height))).toBe(false);
      expect(isPastOpening(size, foldAlong(size, normal, 0.851 * size.height))).toBe(true);
    }
  });
});

describe("the flap", () => {
  it("is the mirror image of the paper behind the roll", () => {
    for (const { size, fold } of drags(5)) {
      const flap = between(cornersOf(size), fold, Math.PI * fold.radius, Infinity);
      const matrix = flapMatrix(fold);
      const [a, b, c, d] = matrix;
      expect(a * d - b * c).toBeCloseTo(-1, 9); // turned over, neither stretched nor shrunk
      near(area(flap.map((point) => mapped(matrix, point))), area(flap), size);
      const mirror = fold.line - (Math.PI * fold.radius) / 2;
      for (const point of flap) {
        const seen = landing(fold, point);
        expect(seen.x).toBeCloseTo(mapped(matrix, point).x, 6);
        expect(seen.y).toBeCloseTo(mapped(matrix, point).y, 6);
        const middle = { x: (point.x + seen.x) / 2, y: (point.y + seen.y) / 2 };
        expect(middle.x * fold.normal.x + middle.y * fold.normal.y).toBeCloseTo(mirror, 6);
      }
    }
  });

  it("has the numbers of a reflection when the fold is plain", () => {
    for (const { size, grip, moved } of drags(6)) {
      const fold = foldOf(size, grip, moved, 0);
      if (fold === null) continue;
      const {
        normal: { x, y },
        line,
      } = fold;
      const [a, b, d] = [1 - 2 * x * x, -2 * x * y, 1 - 2 * y * y];
      const wanted = [-a, -b, b, d, a * size.width + 2 * line * x, b * size.width + 2 * line * y];
      printed(flapMatrix(fold), size).forEach((number, index) => expect(number).toBeCloseTo(wanted[index] ?? NaN, 6));
      expect(fold.curled).toBeCloseTo(fold.pull / 2, 9);
    }
  });

  it("shows the face unmirrored to whoever looks at it", () => {
    for (const { size, fold } of drags(7)) {
      const [a, b, c, d] = printed(flapMatrix(fold), size);
      expect(a * d - b * c).toBeCloseTo(1, 9);
    }
  });
});

describe("the paper", () => {
  it("is never outside the card before it is lifted, and none is lost or doubled", () => {
    for (const { size, fold } of drags(8)) {
      const card = cornersOf(size);
      const half = Math.PI * fold.radius;
      const parts = [flatPart(card, fold), between(card, fold, 0, half), between(card, fold, half, Infinity)];
      near(
        parts.reduce((sum, part) => sum + area(part), 0),
        size.width * size.height,
        size,
      );
      for (const point of [...parts.flat(), ...revealedPart(card, fold)]) {
        expect(point.x).toBeGreaterThanOrEqual(-1e-9);
        expect(point.x).toBeLessThanOrEqual(size.width + 1e-9);
        expect(point.y).toBeGreaterThanOrEqual(-1e-9);
        expect(point.y).toBeLessThanOrEqual(size.height + 1e-9);
      }
    }
  });

  it("stands out of the fold by no more than the roll, and flat paper does not move", () => {
    for (const { size, fold } of drags(9)) {
      for (const point of outlineOf(size, 20)) {
        const depth = behind(fold, point);
        expect(seenAt(fold, depth)).toBeLessThanOrEqual(fold.radius + 1e-9);
        if (depth <= 0) expect(landing(fold, point)).toEqual(point);
      }
    }
  });

  it("is joined at every line where one strip meets the next", () => {
    for (const { fold } of drags(10).slice(0, 300)) {
      const half = Math.PI * fold.radius;
      const depths = Array.from({ length: 15 }, (_, index) => (half * index) / 14);
      depths.slice(1).forEach((depth, index) => {
        const point = { x: fold.normal.x * (fold.line - depth), y: fold.normal.y * (fold.line - depth) };
        const end = mapped(bandMatrix(fold, depths[index] ?? 0, depth), point);
        expect(end.x).toBeCloseTo(landing(fold, point).x, 6);
        expect(end.y).toBeCloseTo(landing(fold, point).y, 6);
      });
    }
  });

  it("counts as seen exactly where its share is counted", () => {
    for (const { size, fold } of drags(11).slice(0, 200)) {
      let seen = 0;
      const cells = 60;
      for (let row = 0; row < cells; row++)
        for (let column = 0; column < cells; column++)
          if (isRevealed(fold, { x: ((column + 0.5) / cells) * size.width, y: ((row + 0.5) / cells) * size.height }))
            seen++;
      expect(Math.abs(seen / cells ** 2 - revealedShare(size, fold))).toBeLessThan(0.025);
    }
  });

  it("rolls smoothly from lying to lifted to lying over", () => {
    const radius = rollRadius({ width: 320, height: 448 });
    const half = Math.PI * radius;
    for (let pull = 0; pull < 3 * half; pull += half / 200) {
      const curled = curledBy(pull, radius);
      const travelled = curled < half ? curled - radius * Math.sin(curled / radius) : 2 * curled - half;
      expect(travelled).toBeCloseTo(pull, 6);
      // The first lift is steep: from above, a raised edge hardly moves.
      if (pull > half / 10) expect(curledBy(pull + half / 200, radius) - curled).toBeLessThan(half / 40);
    }
  });
});
