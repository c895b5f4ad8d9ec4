/**
 * The geometry of a card that is peeled open, seen from above. The card lies face down with its upper left corner at
 * the origin. Paper beyond the fold line rolls over a cylinder and lies back on the card, so that its face is seen,
 * mirrored. Everything here is a pure function of where the card was gripped and where the finger is now.
 */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const GRIPS = [
  "top",
  "top_right",
  "right",
  "bottom_right",
  "bottom",
  "bottom_left",
  "left",
  "top_left",
] as const;
export type Grip = (typeof GRIPS)[number];

/** Paper with x·normal < line is lifted; `curled` is how much of it, measured along the normal. */
export interface Fold {
  readonly normal: Point; // of length 1, from the gripped edge into the card
  readonly line: number;
  readonly curled: number;
  readonly radius: number; // of the roll; 0 is a plain fold
  readonly pull: number; // how far the finger has moved the edge
}

/** x' = a·x + c·y + e, y' = b·x + d·y + f: the six numbers as a canvas and CSS take them. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
export type Polygon = readonly Point[];

const RADIUS_OF_WIDTH = 0.085;
const BISECTIONS = 40;
export const OPENS_AT = 0.85; // of the card's long side: until then it rests wherever it is let go

const INWARDS: Readonly<Record<Grip, Point>> = {
  top: { x: 0, y: 1 },
  top_right: { x: -1, y: 1 },
  right: { x: -1, y: 0 },
  bottom_right: { x: -1, y: -1 },
  bottom: { x: 0, y: -1 },
  bottom_left: { x: 1, y: -1 },
  left: { x: 1, y: 0 },
  top_left: { x: 1, y: 1 },
};

export function rollRadius(size: Size): number {
  return RADIUS_OF_WIDTH * Math.min(size.width, size.height);
}

/** The direction in which an edge or a corner is pulled straight open. */
export function inwards(grip: Grip): Point {
  const { x, y } = INWARDS[grip];
  const length = Math.hypot(x, y);
  return { x: x / length, y: y / length };
}

/** The point of the card that lifts first: the middle of an edge, or the corner itself. */
export function gripPoint(size: Size, grip: Grip): Point {
  const { x, y } = INWARDS[grip];
  return { x: ((1 - x) / 2) * size.width, y: ((1 - y) / 2) * size.height };
}

/** The card's length in a direction: the pull that would move its first point past its last. */
export function lengthAlong(size: Size, normal: Point): number {
  return Math.abs(normal.x) * size.width + Math.abs(normal.y) * size.height;
}

/**
 * The fold made by moving the gripped point by `moved`. A corner follows the finger in any direction into the card;
 * an edge comes up straight, since a slanted pull would lift a corner that nobody has touched. Null: nothing is lifted.
 */
export function foldOf(size: Size, grip: Grip, moved: Point, radius = rollRadius(size)): Fold | null {
  const into = INWARDS[grip];
  const x = into.x !== 0 && moved.x * into.x > 0 ? moved.x : 0;
  const y = into.y !== 0 && moved.y * into.y > 0 ? moved.y : 0;
  return foldBy(size, { x, y }, radius);
}

/** The fold whose first point has moved so: how bends travel, and how a resting one is taken up again. */
export function foldBy(size: Size, moved: Point, radius = rollRadius(size)): Fold | null {
  const pull = Math.hypot(moved.x, moved.y);
  return pull < 1e-6 ? null : foldAlong(size, { x: moved.x / pull, y: moved.y / pull }, pull, radius);
}

/** What lifts first is whatever lies furthest against the pull. */
export function foldAlong(size: Size, normal: Point, pull: number, radius = rollRadius(size)): Fold {
  const curled = curledBy(pull, radius);
  const first = Math.min(...cornersOf(size).map((corner) => dot(corner, normal)));
  return { normal, line: first + curled, curled, radius, pull };
}

/** The fold as a movement of its first point; none: nothing has moved. */
export function movedBy(fold: Fold | null): Point {
  return fold ? { x: fold.normal.x * fold.pull, y: fold.normal.y * fold.pull } : { x: 0, y: 0 };
}

/** How much paper is lifted when its edge has moved so far: the inverse of D − r·sin(D/r), then of 2D − πr. */
export function curledBy(pull: number, radius: number): number {
  const half = Math.PI * radius;
  if (pull >= half) return (pull + half) / 2;
  let [low, high] = [0, half];
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2;
    if (middle - radius * Math.sin(middle / radius) < pull) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** How far an edge has moved when so much paper is lifted. */
export function pulledBy(curled: number, radius: number): number {
  const half = Math.PI * radius;
  return curled >= half ? 2 * curled - half : curled - radius * Math.sin(curled / radius);
}

/** How far behind the fold line a point of the flat card lies. */
export function behind(fold: Fold, point: Point): number {
  return fold.line - dot(point, fold.normal);
}

/** Where, outside the fold line, paper so far behind it is seen from above. Negative: it lies back on the card. */
export function seenAt(fold: Fold, depth: number): number {
  if (depth <= 0) return depth;
  const half = Math.PI * fold.radius;
  return depth < half ? fold.radius * Math.sin(depth / fold.radius) : half - depth;
}

/** Where a point of the flat card is seen now. */
export function landing(fold: Fold, point: Point): Point {
  const depth = behind(fold, point);
  const shift = depth - seenAt(fold, depth);
  return { x: point.x + fold.normal.x * shift, y: point.y + fold.normal.y * shift };
}

/** Maps flat paper between two depths to where it is seen; exact at both, linear in between. */
export function bandMatrix(fold: Fold, from: number, to: number): Matrix {
  const { normal, line } = fold;
  const start = seenAt(fold, from);
  const scale = to === from ? 1 : (seenAt(fold, to) - start) / (to - from);
  const shift = line * (1 - scale) - start + scale * from;
  const stretch = scale - 1;
  return [
    1 + stretch * normal.x * normal.x,
    stretch * normal.x * normal.y,
    stretch * normal.x * normal.y,
    1 + stretch * normal.y * normal.y,
    normal.x * shift,
    normal.y * shift,
  ];
}

/** Where the part beyond the roll lies: the card mirrored in a line half a roll before the fold. */
export function flapMatrix(fold: Fold): Matrix {
  const half = Math.PI * fold.radius;
  return bandMatrix(fold, half, half + 1);
}

/** The face is printed on the other side: seen through the paper, its left is on the right. */
export function printed(matrix: Matrix, size: Size): Matrix {
  const [a, b, c, d, e, f] = matrix;
  return [-a, -b, c, d, a * size.width + e, b * size.width + f];
}

export function mapped(matrix: Matrix, point: Point): Point {
  const [a, b, c, d, e, f] = matrix;
  return { x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f };
}

/** The part of a shape that lies between two depths behind the fold line. */
export function between(shape: Polygon, fold: Fold, from: number, to: number): Polygon {
  return cut(
    cut(shape, (point) => behind(fold, point) - from),
    (point) => to - behind(fold, point),
  );
}

/** The part of the card that is still flat. */
export function flatPart(shape: Polygon, fold: Fold): Polygon {
  return cut(shape, (point) => -behind(fold, point));
}

/** The visible part of the face: whatever is past the top of the roll. */
export function revealedPart(shape: Polygon, fold: Fold): Polygon {
  return cut(shape, (point) => behind(fold, point) - (Math.PI / 2) * fold.radius);
}

export function revealedShare(size: Size, fold: Fold | null): number {
  if (fold === null) return 0;
  return area(revealedPart(cornersOf(size), fold)) / (size.width * size.height);
}

export function isRevealed(fold: Fold, point: Point): boolean {
  return behind(fold, point) > (Math.PI / 2) * fold.radius;
}

/** The place of the paper whose face is seen here; null: something else is. */
export function faceSeenAt(size: Size, fold: Fold, at: Point): Point | null {
  const depth = Math.PI * fold.radius + dot(at, fold.normal) - fold.line;
  if (depth < Math.PI * fold.radius) return null;
  const shift = 2 * depth - Math.PI * fold.radius;
  const paper = { x: at.x - fold.normal.x * shift, y: at.y - fold.normal.y * shift };
  return isOnCard(size, paper) ? paper : null;
}

export function isOnCard({ width, height }: Size, { x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

export function cornersOf({ width, height }: Size): Polygon {
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
}

/** The card's outline, with its round corners approximated by short straight lines. */
export function outlineOf({ width, height }: Size, corner: number, steps = 6): Polygon {
  const centres: readonly [x: number, y: number, from: number][] = [
    [corner, corner, 2],
    [width - corner, corner, 3],
    [width - corner, height - corner, 0],
    [corner, height - corner, 1],
  ];
  return centres.flatMap(([x, y, quarter]) =>
    Array.from({ length: steps + 1 }, (_, step) => {
      const angle = ((quarter + step / steps) * Math.PI) / 2;
      return { x: x + corner * Math.cos(angle), y: y + corner * Math.sin(angle) };
    }),
  );
}

export function area(shape: Polygon): number {
  let twice = 0;
  shape.forEach((point, index) => {
    const next = shape[(index + 1) % shape.length] ?? point;
    twice += point.x * next.y - next.x * point.y;
  });
  return Math.abs(twice) / 2;
}

/** The part of a convex shape where `inside` is not negative. */
function cut(shape: Polygon, inside: (point: Point) => number): Polygon {
  const kept: Point[] = [];
  shape.forEach((point, index) => {
    const next = shape[(index + 1) % shape.length] ?? point;
    const [here, there] = [inside(point), inside(next)];
    if (here >= 0) kept.push(point);
    if (here >= 0 !== there >= 0) {
      const share = here / (here - there);
      kept.push({ x: point.x + (next.x - point.x) * share, y: point.y + (next.y - point.y) * share });
    }
  });
  return kept;
}

export function dot(one: Point, other: Point): number {
  return one.x * other.x + one.y * other.y;
}
