/**
 * How a card that was pulled far enough turns over by itself. The roll runs to the far edge while the whole card
 * comes back to its place; a slanted fold straightens on the way, so that the face ends square to the table.
 */
import { foldAlong, lengthAlong, type Fold, type Point, type Size } from "./fold";

export interface TurningCard {
  readonly fold: Fold;
  readonly shift: Point; // of everything drawn
}

export function turningCard(size: Size, start: Fold, share: number): TurningCard {
  const eased = share * share * (3 - 2 * share);
  const normal = straightened(start.normal, Math.min(1, eased * 1.4));
  const length = lengthAlong(size, normal);
  const roll = Math.PI * start.radius;
  const whole = 2 * length + roll; // the pull with which nothing is left to roll
  const fold = foldAlong(size, normal, start.pull + (whole - start.pull) * eased, start.radius);
  const back = -(length + roll) * eased;
  return { fold, shift: { x: normal.x * back, y: normal.y * back } };
}

/** Towards the nearer of the two sides of the card that meet at the gripped corner. */
function straightened({ x, y }: Point, share: number): Point {
  const isUpright = Math.abs(y) >= Math.abs(x);
  const end = isUpright ? { x: 0, y: Math.sign(y) } : { x: Math.sign(x), y: 0 };
  const mixed = { x: x + (end.x - x) * share, y: y + (end.y - y) * share };
  const length = Math.hypot(mixed.x, mixed.y);
  return { x: mixed.x / length, y: mixed.y / length };
}
