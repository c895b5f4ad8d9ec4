/**
 * Two fingers on one card: they bend two corners, turn the card, or one holds the bend while the other covers a pip.
 * Pure geometry; `finger.ts` watches the fingers.
 */
import {
  curledBy,
  dot,
  foldBy,
  foldOf,
  gripPoint,
  inwards,
  lengthAlong,
  pulledBy,
  type Fold,
  type Grip,
  type Point,
  type Size,
} from "./fold";

const STEEPEST = 0.6; // of an edge: how much further one of its corners may be lifted than the other
const LEFT_BETWEEN = 0.12; // of the diagonal, when two opposite corners are lifted
const DECIDES_AFTER = 10; // pixels that both fingers have moved
const DECIDES_ALONE = 32; // pixels of one finger: news of the other may come a moment later
const QUARTER = Math.PI / 2;

export interface Finger {
  readonly start: Point;
  readonly now: Point;
}

export type Pair = "bends" | "twists";

/** What two fingers do, once they have moved enough to tell. A twist moves them across the line between them, apart. */
export function pairOf(one: Finger, other: Finger): Pair | null {
  const [first, second] = [movedOf(one), movedOf(other)];
  const ways = [Math.hypot(first.x, first.y), Math.hypot(second.x, second.y)] as const;
  if (ways[0] + ways[1] < (Math.min(...ways) < 1 ? DECIDES_ALONE : DECIDES_AFTER)) return null;
  const between = { x: other.start.x - one.start.x, y: other.start.y - one.start.y };
  const length = Math.max(1, Math.hypot(between.x, between.y));
  const across = { x: -between.y / length, y: between.x / length };
  const [a, b] = [dot(first, across), dot(second, across)];
  const along = Math.abs(dot(first, between)) / length + Math.abs(dot(second, between)) / length;
  const isOneStill = Math.min(Math.abs(a), Math.abs(b)) < 0.2 * Math.max(Math.abs(a), Math.abs(b));
  return a * b < 0 && !isOneStill && Math.abs(a) + Math.abs(b) > along ? "twists" : "bends";
}

/** By how much the line between two fingers has turned, clockwise. */
export function twistOf(one: Finger, other: Finger): number {
  const angle = ({ x: fromX, y: fromY }: Point, { x, y }: Point): number => Math.atan2(y - fromY, x - fromX);
  const turned = angle(one.now, other.now) - angle(one.start, other.start);
  return Math.atan2(Math.sin(turned), Math.cos(turned));
}

/** The quarter turns nearest to a twist, from -2 to 2. */
export function quartersOf(twist: number): number {
  return Math.round(twist / QUARTER) + 0;
}

export interface CornerMoved {
  readonly grip: Grip;
  readonly moved: Point;
}

/**
 * The folds of two lifted corners. Two ends of one edge lift the paper between them, slanted if one is higher; two
 * opposite corners make a fold each, with some flat paper left between them.
 */
export function foldsOfCorners(size: Size, one: CornerMoved, other: CornerMoved, radius: number): readonly Fold[] {
  const edge = sharedEdge(one.grip, other.grip);
  if (edge) {
    const fold = slantedFold(size, edge, one, other, radius);
    return fold ? [fold] : [];
  }
  const folds = [one, other].flatMap(({ grip, moved }) => foldOf(size, grip, moved, radius) ?? []);
  const [first, second] = folds;
  if (!first || !second) return folds;
  const room = (1 - LEFT_BETWEEN) * lengthAlong(size, first.normal);
  const excess = (first.curled + second.curled) / room;
  if (excess <= 1) return folds;
  return folds.flatMap(
    (fold) => foldBy(size, scaled(fold.normal, pulledBy(fold.curled / excess, radius)), radius) ?? [],
  );
}

function slantedFold(size: Size, edge: Grip, one: CornerMoved, other: CornerMoved, radius: number): Fold | null {
  const into = inwards(edge);
  const [from, to] = [gripPoint(size, one.grip), gripPoint(size, other.grip)];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const lifted = (moved: Point): number => curledBy(Math.max(0, dot(moved, into)), radius);
  const [low, high] = [lifted(one.moved), lifted(other.moved)];
  if (low + high < 1e-6) return null;
  const slope = Math.max(-STEEPEST, Math.min(STEEPEST, (high - low) / length));
  const steep = Math.hypot(1, slope);
  const normal = { x: (into.x - along.x * slope) / steep, y: (into.y - along.y * slope) / steep };
  return foldBy(size, scaled(normal, pulledBy(Math.max(low, high) / steep, radius)), radius);
}

/** The edge that two corners have in common; null: they are opposite, or no corners. */
export function sharedEdge(one: Grip, other: Grip): Grip | null {
  const [first, second] = [one.split("_"), other.split("_")];
  const shared = first.length === 2 && second.length === 2 ? first.filter((part) => second.includes(part)) : [];
  return shared.length === 1 ? (shared[0] as Grip) : null;
}

/** The corner nearest to a finger: two fingers never take an edge by its middle. */
export function cornerAt(size: Size, { x, y }: Point): Grip {
  return `${y < size.height / 2 ? "top" : "bottom"}_${x < size.width / 2 ? "left" : "right"}`;
}

function movedOf({ start, now }: Finger): Point {
  return { x: now.x - start.x, y: now.y - start.y };
}

function scaled({ x, y }: Point, by: number): Point {
  return { x: x * by, y: y * by };
}
