/** One finger or thumb: a tapering limb through three joints, lit along its back, with a nail or without. */
import type { Point } from "../../stage/camera";
import { fill, line, short } from "./ink";

export interface Finger {
  readonly joints: readonly [root: Point, middle: Point, tip: Point];
  readonly width: number; // at the root; the tip has three quarters of it
}

export interface SkinTones {
  readonly skin: string;
  readonly lit: string;
  readonly shade: string;
  readonly crease: string;
  readonly nail: string;
}

const STEPS = 10;
const TIP = 0.76;

/** The limb's middle line, a curve bent at the middle joint. */
function middleAt([[x0, y0], [xm, ym], [x2, y2]]: Finger["joints"], part: number): Point {
  const [x1, y1] = [2 * xm - (x0 + x2) / 2, 2 * ym - (y0 + y2) / 2]; // so that the curve passes through the joint
  const [a, b, c] = [(1 - part) ** 2, 2 * part * (1 - part), part ** 2];
  return [a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2];
}

function sideways(joints: Finger["joints"], part: number): Point {
  const [[fromX, fromY], [toX, toY]] = [middleAt(joints, part - 0.04), middleAt(joints, part + 0.04)];
  const length = Math.hypot(toX - fromX, toY - fromY) || 1;
  return [(fromY - toY) / length, (toX - fromX) / length];
}

/** Half the limb's width: it tapers, and is a little thicker at the joint. */
function halfWidth({ width }: Finger, part: number): number {
  const knuckle = 0.05 * Math.exp(-(((part - 0.5) / 0.16) ** 2));
  return (width / 2) * (1 - (1 - TIP) * part + knuckle);
}

/** A point beside the middle line: -1 and 1 are the edges. */
function beside(finger: Finger, part: number, offset: number): Point {
  const [[x, y], [dx, dy]] = [middleAt(finger.joints, part), sideways(finger.joints, part)];
  const out = halfWidth(finger, part) * offset;
  return [x + dx * out, y + dy * out];
}

function strip(finger: Finger, from: number, to: number, offset: number): string {
  const points = Array.from({ length: STEPS + 1 }, (_, step) =>
    beside(finger, from + ((to - from) * step) / STEPS, offset)
      .map(short)
      .join(" "),
  );
  return points.join("L");
}

/** Around the limb from `from` of its length, by the tip, and back. */
function outline(finger: Finger, from: number): string {
  const radius = short(halfWidth(finger, 1));
  return `M${strip(finger, from, 1, -1)}A${radius} ${radius} 0 0 1 ${strip(finger, 1, from, 1)}`;
}

export function drawFinger(finger: Finger, tones: SkinTones, hasNail: boolean): string {
  return (
    line(outline(finger, 0.24), tones.crease, 2.2, 0.8) +
    fill(outline(finger, 0), tones.skin) +
    line(`M${strip(finger, 0.1, 0.96, 0.52)}`, tones.shade, finger.width * 0.3, 0.38) +
    line(`M${strip(finger, 0.06, 0.9, -0.22)}`, tones.lit, finger.width * 0.34, 0.62) +
    (hasNail ? wrinkles(finger, tones) + nail(finger, tones) : bends(finger, tones))
  );
}

/** Skin over the joint of a stretched finger. */
function wrinkles(finger: Finger, { crease }: SkinTones): string {
  const across = (part: number): string =>
    `M${beside(finger, part, -0.6).map(short).join(" ")}Q${beside(finger, part + 0.035, 0)
      .map(short)
      .join(" ")} ${beside(finger, part, 0.6).map(short).join(" ")}`;
  return line(across(0.47) + across(0.55), crease, 0.9, 0.42);
}

/** Lines inside the joints, seen on the palm's side. */
function bends(finger: Finger, { crease }: SkinTones): string {
  const across = (part: number): string =>
    `M${beside(finger, part, -0.75).map(short).join(" ")}L${beside(finger, part, 0.75).map(short).join(" ")}`;
  return line(across(0.2) + across(0.54), crease, 1, 0.5);
}

function nail(finger: Finger, tones: SkinTones): string {
  const corner = (part: number, offset: number): string => beside(finger, part, offset).map(short).join(" ");
  const shape =
    `M${corner(0.83, -0.5)}Q${corner(0.8, 0)} ${corner(0.83, 0.5)}` +
    `L${corner(0.99, 0.56)}Q${corner(1.11, 0)} ${corner(0.99, -0.56)}Z`;
  return fill(shape, tones.nail, 0.95) + line(`M${corner(0.87, -0.2)}L${corner(1, -0.22)}`, "#fff", 1.1, 0.6);
}
