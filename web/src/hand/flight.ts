/**
 * How a card gets from the shoe to its place: it slides on the cloth, so its way is computed in the card's own plane
 * and drawn by the same camera as the cloth. Pure; `card-on-cloth.svelte` plays what this says.
 */
import type { Point } from "../stage/camera";
import { apply, homography, type Corners } from "../stage/homography";

export const CARD = { width: 250, height: 350 } as const; // the plane in which a face is drawn
const AT_THE_MOUTH = { scale: 0.71, turn: -8 } as const;
const QUARTER = 90;

/** A point of the screen, in the plane of a card that lies on these corners. */
export function inPlaneOf(corners: Corners, point: Point): Point {
  return apply(inverse(homography(CARD.width, CARD.height, corners)), point);
}

export interface Way {
  readonly from: string; // CSS transforms in the card's plane
  readonly to: "none";
}

/** From the shoe's mouth to its place. A card that comes to lie across is still upright when it leaves the shoe. */
export function wayFrom(mouth: Point, corners: Corners, { isAcross }: { isAcross: boolean }): Way {
  const [x, y] = inPlaneOf(corners, mouth);
  const [dx, dy] = [x - CARD.width / 2, y - CARD.height / 2].map(Math.round);
  const turn = AT_THE_MOUTH.turn - (isAcross ? QUARTER : 0);
  return { from: `translate(${dx}px, ${dy}px) rotate(${turn}deg) scale(${AT_THE_MOUTH.scale})`, to: "none" };
}

function inverse(matrix: readonly number[]): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix;
  const adjugate = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const last = adjugate[8] ?? 1;
  return adjugate.map((each) => each / last);
}
