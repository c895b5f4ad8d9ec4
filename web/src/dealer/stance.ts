/**
 * How a dealer stands: where both wrists are, which way the hands point, how far the body leans. The picture has its
 * origin where the table's far edge crosses the dealer's middle, in units. Each arm is told in its own outward direction
 * (x grows away from the body), so that the left one is the mirror image of the right.
 */
import type { Point } from "../stage/camera";
import type { Gesture } from "./drawing/hand";
import { FORE, UPPER } from "./drawing/sleeve";

export interface Reach {
  readonly wrist: Point;
  readonly points: number; // degrees: 0 outward, 90 to the patron, 180 inward
  readonly gesture: Gesture;
  readonly lift: number; // 0 on the cloth; 1: the hand is raised, its fingers at the patron, and looks short
}

export interface Stance {
  readonly left: Reach; // as the patron sees it
  readonly right: Reach;
  readonly lean: number; // -1 to the left, 1 to the right
}

export type Arm = "left" | "right";

const LEAN = { aside: 34, degrees: 3 } as const;
export const HAND_SIZE = 0.74;
const SHORTER = 0.7; // of a raised hand's length
const SHOULDER: Point = [104, -22];

/** Where an arm begins; a dealer who leans takes the shoulders along. */
export function shoulderOf(arm: Arm, lean: number, build: number): Point {
  const outward = arm === "right" ? 1 : -1;
  return [SHOULDER[0] * build + LEAN.aside * lean * outward, SHOULDER[1] + 4 * lean * outward];
}

/** The body's own transform, about the middle of the table's far edge. */
export function bodyTransform({ lean }: Stance): string {
  return `translate(${round(LEAN.aside * lean)}px, 0px) rotate(${round(LEAN.degrees * lean)}deg)`;
}

/**
 * An arm whose hand is near and points inward is bent, its elbow out to the side; the further the hand, the straighter
 * the arm, which is then carried a little nearer to the body than the straight line.
 */
export function elbowOf([fromX, fromY]: Point, { wrist: [toX, toY], points }: Reach): Point {
  const far = Math.hypot(toX - fromX, toY - fromY);
  const inward = (1 - Math.cos((points * Math.PI) / 180)) / 2;
  const bent = inward * Math.exp(-(((far - 40) / 75) ** 2));
  return [(fromX + toX) / 2 + 90 * bent, (fromY + toY) / 2 + 10 * bent - 0.06 * far * (1 - bent)];
}

export interface ArmTransforms {
  readonly upper: string;
  readonly fore: string;
  readonly hand: string;
  readonly shadow: string;
}

export function armTransforms(reach: Reach, shoulder: Point): ArmTransforms {
  const { wrist, points, lift } = reach;
  const elbow = elbowOf(shoulder, reach);
  const shade: Point = [wrist[0] + 6 + 4 * lift, wrist[1] + 13 + 8 * lift];
  const turned = `rotate(${round(points)}deg) scale(${round(handLength(reach) / 100, 1000)}, ${HAND_SIZE})`;
  return {
    upper: segment(shoulder, elbow, UPPER.length),
    fore: segment(elbow, wrist, FORE.length),
    hand: `${moved(wrist)} ${turned}`,
    shadow: `${moved(shade)} ${turned}`,
  };
}

/** From the wrist to the fingertips. */
export function handLength({ lift }: Reach): number {
  return 100 * HAND_SIZE * (1 - SHORTER * lift);
}

/** A part drawn along x, laid from joint to joint. Arms that point at the patron look shorter: only the length changes. */
function segment(from: Point, to: Point, length: number): string {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const turn = (Math.atan2(y, x) * 180) / Math.PI;
  const whole = turn < -90 ? turn + 360 : turn; // arms swing by the patron's side, never through the body
  return `${moved(from)} rotate(${round(whole)}deg) scale(${round(Math.hypot(x, y) / length, 1000)}, 1)`;
}

function moved([x, y]: Point): string {
  return `translate(${round(x)}px, ${round(y)}px)`;
}

function round(value: number, parts = 100): number {
  return Math.round(value * parts) / parts;
}
