/** Shapes that lie on the cloth, as they look on the screen: SVG path data, ready to be drawn and tapped on. */
import type { Camera, Point } from "./camera";

/** A part of the cloth: how far inward from the patron's edge, and its way along that edge. */
export interface Area {
  readonly from: number; // way, left
  readonly to: number; // way, right
  readonly near: number; // inward, towards the patron
  readonly far: number; // inward, towards the dealer
}

const CORNER_STEPS = 5;
const EDGE_STEPS = 10;

export function pathOf(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join("L")}`;
}

export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A box with round corners, its edges bent as the cloth's edge is. */
export function boxOnCloth(camera: Camera, { from, to, near, far }: Area, radius: number): string {
  const points: Point[] = [];
  const corner = (way: number, inward: number, start: number) => {
    for (let step = 0; step <= CORNER_STEPS; step++) {
      const angle = start + (step * Math.PI) / 2 / CORNER_STEPS;
      points.push(camera.onScreen(inward + radius * Math.sin(angle), way + radius * Math.cos(angle)));
    }
  };
  const edge = (start: number, end: number, inward: number) => {
    for (let step = 1; step < EDGE_STEPS; step++)
      points.push(camera.onScreen(inward, start + ((end - start) * step) / EDGE_STEPS));
  };
  corner(to - radius, far - radius, 0);
  edge(to - radius, from + radius, far);
  corner(from + radius, far - radius, Math.PI / 2);
  corner(from + radius, near + radius, Math.PI);
  edge(from + radius, to - radius, near);
  corner(to - radius, near + radius, 1.5 * Math.PI);
  return `${pathOf(points)}z`;
}

/** A line along the cloth's edge. */
export function lineOnCloth(camera: Camera, inward: number, from: number, to: number, steps = 60): readonly Point[] {
  return Array.from({ length: steps + 1 }, (_, step) => camera.onScreen(inward, from + ((to - from) * step) / steps));
}

/** A straight line between two points on the cloth, seen at this angle in degrees. */
export function slopeAt(camera: Camera, inward: number, way: number): number {
  const [before, after] = [camera.onScreen(inward, way - 5), camera.onScreen(inward, way + 5)];
  return (Math.atan2(after[1] - before[1], after[0] - before[0]) * 180) / Math.PI;
}
