/** Where a storm lies on the stage: large between the hands' places until the first card comes, then small and out of the way. */
import type { Point } from "../stage/camera";
import type { Corners } from "../stage/homography";
import type { ChipPlace, MainField, Plan } from "../stage/plan-types";

export interface Row {
  readonly x: number; // its middle
  readonly y: number;
  readonly card: number; // width of one, px
}

const EDGE = 16; // px that stay free beside a row
const GAP = 0.34; // between two cards, of a card's width
const HIGH = 1.4; // a card, by its width
const APART = 10; // px above and below
const LARGEST = { before: 84, after: 40 } as const;
const SMALLEST = 14;
const BADGE = 17; // px under a small card
const OVERHANG = 0.16; // of a large card's width, its badge below it

export function widthOf(cards: number, card: number): number {
  return cards * card + (cards - 1) * card * GAP;
}

/** Over the places of both hands, which are empty then, and off the plate. */
export function largeRow(plan: Plan, cards: number): Row {
  const { plate } = plan.centre;
  const top = plan.dealer.lip + APART;
  const bottom = plate.y - plate.height / 2 - APART;
  const across = (plan.width - 2 * EDGE) / widthOf(cards, 1);
  const card = Math.min(LARGEST.before, across, (bottom - top) / (HIGH + OVERHANG));
  return { x: plate.x, y: bottom - card * (HIGH / 2 + OVERHANG), card };
}

/** Under the plate while cards are dealt, as large as fits above Tie. */
export function smallRow(plan: Plan, cards: number): Row {
  const { plate } = plan.centre;
  const top = plate.y + plate.height / 2 + APART / 2;
  const bottom = plan.main.tie.top - APART / 2;
  const beside = [...plan.sides.values()].filter((field) => field.top < bottom && field.top + field.height > top);
  const half = beside.map(({ middle, width }) => Math.abs(middle.x - plate.x) - width / 2);
  const across = (2 * Math.min(plan.width / 2 - EDGE, ...half)) / widthOf(cards, 1);
  const card = Math.max(SMALLEST, Math.min(LARGEST.after, across, (bottom - top - BADGE) / HIGH));
  return { x: plate.x, y: (top + bottom) / 2, card };
}

/** On a dealt card: in its upper right corner, which has no index and which no third card ever covers. */
export function badgeOn(corners: Corners): Point {
  const [x, y] = middleOf(corners);
  const [right, high] = corners[1];
  return [x + (right - x) * 0.6, y + (high - y) * 0.76];
}

/** On the field that won: beside its chips, below its name. */
export function badgeOnField({ middle, width }: MainField): Point {
  return [middle.x - width * 0.28, middle.y];
}

/** Beside one's chips where letters stand close above them, otherwise above. */
export function feeAt(plan: Plan, { x, y, size }: ChipPlace): Point {
  return plan.arrangement === "desk" || plan.arrangement === "tile" ? [x + size * 1.35, y] : [x, y - size * 0.98];
}

function middleOf(corners: Corners): Point {
  const sum = (axis: 0 | 1) => corners.reduce((all, corner) => all + corner[axis], 0) / corners.length;
  return [sum(0), sum(1)];
}
