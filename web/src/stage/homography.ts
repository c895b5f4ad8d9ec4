/** The CSS transform that lays a flat box onto four points: cards on the cloth stay crisp HTML. */
import type { Point } from "./camera";

/** Where the four corners of a box land, clockwise from its upper left. */
export type Corners = readonly [Point, Point, Point, Point];

/** Maps (0, 0), (width, 0), (width, height), (0, height) onto the corners. Row-major, the last entry is 1. */
export function homography(width: number, height: number, [a, b, c, d]: Corners): readonly number[] {
  const [dx1, dy1] = [b[0] - c[0], b[1] - c[1]];
  const [dx2, dy2] = [d[0] - c[0], d[1] - c[1]];
  const [sx, sy] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  return [
    (b[0] - a[0] + g * b[0]) / width,
    (d[0] - a[0] + h * d[0]) / height,
    a[0],
    (b[1] - a[1] + g * b[1]) / width,
    (d[1] - a[1] + h * d[1]) / height,
    a[1],
    g / width,
    h / height,
    1,
  ];
}

export function apply(matrix: readonly number[], [x, y]: Point): Point {
  const [a, b, c, d, e, f, g, h, i] = matrix as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const weight = g * x + h * y + i;
  return [(a * x + b * y + c) / weight, (d * x + e * y + f) / weight];
}

/** For an element of this size with `transform-origin: 0 0`. */
export function matrix3d(width: number, height: number, corners: Corners): string {
  const [a, b, c, d, e, f, g, h, i] = homography(width, height, corners).map((each) => Number(each.toFixed(7)));
  return `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i].join(",")})`;
}
