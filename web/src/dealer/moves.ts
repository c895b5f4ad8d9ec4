/** How a dealer gets from one stance to the next: functions of time, sampled into the browser's keyframes. */
import type { Point } from "../stage/camera";
import { cardSlides, easeInOut, linear, type Ease } from "./easing";
import { isFree, leanTo, OUTSIDE, pointsAt, touching, type Surroundings } from "./poses";
import type { SideName } from "../state/table-view";
import type { Reach, Stance } from "./stance";

/** A stance at each part (0 to 1) of a move's time. */
export type Move = (part: number) => Stance;

const SWING = 5; // units: a hand that turns swings a little by the patron's side
const QUICKEST = 0.25; // of a move's time: no hand turns faster
const HOLDS = 0.55; // of a slide's time: then the hand lets the card go
const MEETS = 0.12; // of a slide's time: by then a hand that came late is on the card

const between = (from: number, to: number, part: number): number => from + (to - from) * part;

export function moveTo(from: Stance, to: Stance, ease: Ease = easeInOut): Move {
  return (part) => blend(from, to, ease(part));
}

function blend(from: Stance, to: Stance, part: number): Stance {
  return {
    left: blendReach(from.left, to.left, part),
    right: blendReach(from.right, to.right, part),
    lean: between(from.lean, to.lean, part),
  };
}

/** Over the middle of the table a hand goes flat along the far edge; it turns further out, and is raised for that. */
function blendReach(from: Reach, to: Reach, part: number): Reach {
  const turn = turningPart(from.wrist[0], to.wrist[0], part);
  const raised = Math.min(1, Math.abs(to.points - from.points) / 120) * Math.sin(turn * Math.PI);
  return {
    wrist: [between(from.wrist[0], to.wrist[0], part), between(from.wrist[1], to.wrist[1], part) + SWING * raised],
    points: between(from.points, to.points, turn),
    gesture: turn < 0.5 ? from.gesture : to.gesture,
    lift: Math.max(raised, between(from.lift, to.lift, part)),
  };
}

/** How much of a hand's turn is done: it is turned only while the wrist is further from the middle than `OUTSIDE`. */
function turningPart(from: number, to: number, part: number): number {
  const passes = (OUTSIDE - from) / (to - from); // the part at which the wrist does
  const [start, end] = [Math.min(passes, 1 - QUICKEST), Math.max(passes, QUICKEST)];
  if (from < OUTSIDE && to >= OUTSIDE) return linear((part - start) / (1 - start));
  if (from >= OUTSIDE && to < OUTSIDE) return linear(part / end);
  return part;
}

/** Where a hand is on a sliding card: on its middle in the shoe's mouth, near its far edge in its place. */
export function touchAt(around: Surroundings, side: SideName, card: number, part: number): Point {
  const [from, to] = [around.mouth, around.cards[side][card] ?? around.mouth];
  const way = cardSlides(part);
  return [between(from[0], to[0], way), between(from[1], to[1], way)];
}

/**
 * The right hand takes the card from the shoe along its way and lets it go: at the latest after `HOLDS`, earlier where
 * the way leads over totals or out of reach. Then it goes `then`, while the card slides on.
 */
export function slideWith(from: Stance, then: Stance, around: Surroundings, side: SideName, card: number): Move {
  const letsGo = lettingGo(around, side, card);
  const meets = Math.min(MEETS, letsGo / 2);
  const withCard = (part: number): Stance => ({
    ...from,
    right: holding(touchAt(around, side, card, part), part, around),
    lean: between(from.lean, leanTo(around), letsGo === 0 ? 1 : linear(part / letsGo)), // 0: the hand never goes along
  });
  const released = withCard(letsGo);
  return (part) => {
    if (part < meets) return blend(from, withCard(part), part / meets);
    if (part <= letsGo) return withCard(part);
    return blend(released, then, easeInOut((part - letsGo) / (1 - letsGo)));
  };
}

function holding(touched: Point, part: number, { mouth }: Surroundings): Reach {
  const points = pointsAt(mouth);
  return touching(touched, between(points, Math.max(points, 44), part / HOLDS), "flat");
}

/** The part of a slide's time at which the hand lets go. */
export function lettingGo(around: Surroundings, side: SideName, card: number): number {
  const steps = 40;
  for (let step = 1; step <= steps; step++) {
    const part = (HOLDS * step) / steps;
    const touched = touchAt(around, side, card, part);
    if (!isFree(touched, around.free) || !isFree(holding(touched, part, around).wrist, around.free))
      return (HOLDS * (step - 1)) / steps;
  }
  return HOLDS;
}

/** Moments at which a move is sampled: about every other frame. */
export function samplesOf(lasts: number): readonly number[] {
  const count = Math.max(2, Math.min(24, Math.round(lasts / 24)));
  return Array.from({ length: count + 1 }, (_, step) => step / count);
}
