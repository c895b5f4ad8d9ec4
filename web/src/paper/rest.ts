/**
 * What becomes of a card when it is let go. It never springs shut: it opens if it was flicked or slammed, and otherwise
 * settles in the nearest of many close rests, to be gripped again. All speeds are in card widths a second.
 */
import { dot, OPENS_AT, type Fold, type Point, type Size } from "./fold";

const RESTS_APART = 12 / 250; // of the card's short side
const FLICKED = 3;
const SLAMMED = 8;
const FLICKED_FROM = 0.1; // of the card's long side: less is a twitch
const HEEDED_MS = 90; // a finger that has stood still longer than this flicks nothing

export type LetGo = "flat" | "rests" | "flicked" | "slammed";

export interface Moved {
  readonly at: number; // ms
  readonly place: Point; // in pixels of the card
}

/** The speed of the last moves before `now`. */
export function speedOf(moves: readonly Moved[], now: number, size: Size): Point {
  const heeded = moves.filter((each) => now - each.at <= HEEDED_MS);
  const [first, last] = [heeded[0], heeded.at(-1)];
  if (!first || !last || heeded.length < 3) return { x: 0, y: 0 };
  const seconds = Math.max(8, now - first.at) / 1000;
  const width = Math.min(size.width, size.height);
  return { x: (last.place.x - first.place.x) / seconds / width, y: (last.place.y - first.place.y) / seconds / width };
}

export function letGo(size: Size, fold: Fold | null, speed: Point): LetGo {
  if (fold === null) return "flat";
  const along = dot(speed, fold.normal);
  if (fold.pull >= FLICKED_FROM * Math.max(size.width, size.height)) {
    if (along >= SLAMMED) return "slammed";
    if (along >= FLICKED) return "flicked";
  }
  return restingPull(size, fold.pull) > 0 ? "rests" : "flat";
}

/** The nearest rest: at most half a step away, and never so far that the card would open. */
export function restingPull(size: Size, pull: number): number {
  const step = RESTS_APART * Math.min(size.width, size.height);
  const most = OPENS_AT * Math.max(size.width, size.height) - step / 2;
  return Math.min(Math.round(pull / step) * step, Math.floor(most / step) * step);
}

export function isPastOpening(size: Size, fold: Fold | null): boolean {
  return fold !== null && fold.pull >= OPENS_AT * Math.max(size.width, size.height);
}

/** `cubic-bezier(.3, 1.3, .5, 1)`: a little beyond the rest, and back. */
export function settled(share: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (bezier(middle, 0.3, 0.5) < share) low = middle;
    else high = middle;
  }
  return share >= 1 ? 1 : bezier(low, 1.3, 1);
}

function bezier(t: number, first: number, second: number): number {
  return 3 * t * (1 - t) ** 2 * first + 3 * t * t * (1 - t) * second + t ** 3;
}
