/**
 * Which part of a face is visible: pips for a screen reader, and the coach's hint once a long side shows. It knows
 * where things are printed, not what a card is worth.
 */
import { cardName } from "../cards/card-name";
import { HEIGHT, pipsOf, WIDTH } from "../cards/pips";
import { isRevealed, type Fold, type Grip, type Point, type Size } from "./fold";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
const LEFT_BEFORE = 100; // pips of the left column are left of this, on a card of 250 × 350
const SIDE = { left: 78, right: 172, top: 66, bottom: HEIGHT - 66 };

/** Maps a point of the upright face to the card as seen from its back, after so many quarter turns. */
export function placeOnBack(at: Point, size: Size, turns: number): Point {
  const isAcross = turns % 2 !== 0;
  const upright = isAcross ? { width: size.height, height: size.width } : size;
  let x = (0.5 - at.x / WIDTH) * upright.width;
  let y = (at.y / HEIGHT - 0.5) * upright.height;
  for (let turn = 0; turn < turns; turn++) [x, y] = [-y, x];
  return { x: x + size.width / 2, y: y + size.height / 2 };
}

export interface Seen {
  readonly pips: number;
  readonly isPicture: boolean; // a picture's frame is visible
  readonly side: string | null; // the ranks that the visible long side allows
}

export const NOTHING_SEEN: Seen = { pips: 0, isPicture: false, side: null };
export const THUMB = 0.13; // of the card's short side: how much a thumb covers around its tip

/** `covered` is where a thumb lies on the paper: what is under it is not seen. */
export function seenOf(
  face: string,
  size: Size,
  turns: number,
  folds: readonly Fold[],
  covered: Point | null = null,
): Seen {
  const name = cardName(face);
  if (folds.length === 0 || name.deck !== "french") return NOTHING_SEEN;
  const reach = THUMB * Math.min(size.width, size.height);
  const sees = (x: number, y: number): boolean => {
    const place = placeOnBack({ x, y }, size, turns);
    const isCovered = covered !== null && Math.hypot(place.x - covered.x, place.y - covered.y) < reach;
    return !isCovered && folds.some((fold) => isRevealed(fold, place));
  };
  const pips = pipsOf(name.rank).filter((pip) => sees(pip.x, pip.y));
  const hasFrame = pipsOf(name.rank).length === 0;
  const isSideSeen = [SIDE.left, SIDE.right].some((x) => sees(x, SIDE.top) && sees(x, SIDE.bottom));
  const isPicture = hasFrame && [50, 200].some((x) => sees(x, SIDE.top) || sees(x, SIDE.bottom));
  return { pips: pips.length, isPicture, side: isSideSeen && !hasFrame ? ranksLike(name.rank) : null };
}

/** How many pips are along a long side: what squeezers call "no side", "two sides", "three", "four". */
export function sidesOf(rank: string): number {
  return pipsOf(rank).filter((pip) => pip.x < LEFT_BEFORE).length;
}

export function ranksLike(rank: string): string {
  return RANKS.filter((other) => sidesOf(other) === sidesOf(rank)).join(" ");
}

const ZONE = 0.26; // of each side of the card, at its ends, belongs to the corners
const INNER = 0.3; // closer to an edge than this grips the edge; further in, the direction of the pull decides

/** The grip at a point of the card; null in its middle. */
export function gripAt(size: Size, { x, y }: Point): Grip | null {
  const [across, down] = [x / size.width, y / size.height];
  const column = across < ZONE ? "left" : across > 1 - ZONE ? "right" : null;
  const row = down < ZONE ? "top" : down > 1 - ZONE ? "bottom" : null;
  if (row && column) return `${row}_${column}`;
  const nearest = Math.min(across, 1 - across, down, 1 - down);
  if (nearest > INNER) return null;
  if (nearest === across) return "left";
  if (nearest === 1 - across) return "right";
  return nearest === down ? "top" : "bottom";
}

/** The grip from which a pull in this direction opens the card. */
export function gripPulled(moved: Point): Grip {
  const names: readonly Grip[] = [
    "left",
    "top_left",
    "top",
    "top_right",
    "right",
    "bottom_right",
    "bottom",
    "bottom_left",
  ];
  const eighth = Math.round(Math.atan2(moved.y, moved.x) / (Math.PI / 4));
  return names[(eighth + 8) % 8] ?? "left";
}
