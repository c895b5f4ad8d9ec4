/** What a dealer can be doing, and the stance that belongs to it on this screen. */
import type { Point } from "../stage/camera";
import type { SideName } from "../state/table-view";
import type { RoundResult } from "../wire/protocol.generated";
import { HAND_SIZE, type Arm, type Reach, type Stance } from "./stance";

export type Winner = RoundResult["winner"];

export type Pose =
  | { readonly kind: "idle" }
  | { readonly kind: "reach" } // to the shoe
  | { readonly kind: "slide"; readonly side: SideName; readonly card: number }
  | { readonly kind: "turn"; readonly side: SideName; readonly card: number }
  | { readonly kind: "show"; readonly winner: Winner }
  | { readonly kind: "sweep"; readonly winner: Winner; readonly isHome: boolean } // out to the stakes, then home
  | { readonly kind: "pay"; readonly winner: Winner; readonly isGiven: boolean }; // takes from the float, then gives

/** Where things lie, in units from the middle of the table's far edge; x grows to the right. */
export interface Surroundings {
  readonly mouth: Point; // of the shoe
  readonly cards: Readonly<Record<SideName, readonly Point[]>>; // the far edge of each card's place
  readonly free: Free;
}

/** Where hands may go without covering totals, ring or plate. */
export interface Free {
  readonly inner: number; // beyond this distance from the middle they may go down
  readonly depth: number; // so far
  readonly shallow: number; // and everywhere else so far
}

/** Units from the middle: from here on a hand that points to the patron covers neither totals nor ring. */
export const OUTSIDE = 152;

const FINGERS = 80 * HAND_SIZE; // from the wrist to where fingers touch

const RESTING: Reach = { wrist: [78, 19], points: 176, gesture: "rest", lift: 0 };
export const IDLE: Stance = { left: RESTING, right: RESTING, lean: 0 };

export function stanceOf(pose: Pose, around: Surroundings): Stance {
  switch (pose.kind) {
    case "idle":
      return IDLE;
    case "reach":
    case "slide":
      return { ...IDLE, right: atShoe(around), lean: leanTo(around) };
    case "turn":
      return turning(pose.side, pose.card, around);
    case "show":
      return showing(pose.winner, around);
    case "sweep":
      return pose.winner === "tie" ? showing("tie", around) : swept(pose.winner, sweeping(pose.isHome, around), around);
    case "pay":
      return paid(pose.winner, paying(pose.isGiven, around));
  }
}

/** The hand so that its fingers touch a point; both told outward. */
export function touching([x, y]: Point, points: number, gesture: Reach["gesture"]): Reach {
  const turn = (points * Math.PI) / 180;
  return { wrist: [x - FINGERS * Math.cos(turn), y - FINGERS * Math.sin(turn)], points, gesture, lift: 0 };
}

export function atShoe({ mouth }: Surroundings): Reach {
  return touching(mouth, pointsAt(mouth), "flat");
}

/** To a shoe far away the hand stretches out; on one that stands near it comes down from above. */
export function pointsAt([x]: Point): number {
  return 26 + 52 * Math.min(1, Math.max(0, (350 - x) / 150));
}

/** A dealer leans to a shoe that stands far away. */
export function leanTo({ mouth: [x] }: Surroundings): number {
  return Math.min(1, Math.max(0, (x - 150) / 200));
}

export function isFree([x, y]: Point, { inner, depth, shallow }: Free): boolean {
  return y <= shallow || (x >= inner && y <= depth);
}

/** Player's cards lie before the left hand, Banker's before the right. */
export function armOf(side: SideName): Arm {
  return side === "player" ? "left" : "right";
}

function turning(side: SideName, card: number, around: Surroundings): Stance {
  const place = around.cards[side][card];
  const outward: Point | null = place ? [Math.abs(place[0]), place[1] + 8] : null;
  const waiting: Stance = { ...IDLE, right: atShoe(around), lean: leanTo(around) };
  if (!outward || !isFree(outward, around.free)) return waiting;
  const reach = touching(outward, 62, "pinch");
  return side === "player" ? { ...waiting, left: reach, lean: 0.3 } : { ...IDLE, right: reach, lean: 0.6 };
}

function palm({ mouth, free }: Surroundings): Reach {
  const x = Math.max(OUTSIDE, Math.min(236, mouth[0] - 96));
  return { wrist: [x, Math.min(16, free.shallow - 12)], points: 14, gesture: "open", lift: 0 };
}

function showing(winner: Winner, around: Surroundings): Stance {
  const reach = palm(around);
  if (winner === "tie") return { left: reach, right: reach, lean: 0 };
  return winner === "player" ? { ...IDLE, left: reach, lean: -0.4 } : { ...IDLE, right: reach, lean: 0.4 };
}

/** The hand on the winning side goes on showing while the other sweeps. */
function swept(winner: SideName, sweeps: Reach, around: Surroundings): Stance {
  const shown = showing(winner, around);
  return winner === "banker" ? { ...shown, left: sweeps } : { ...shown, right: sweeps };
}

function paid(winner: Winner, pays: Reach): Stance {
  return winner === "player" ? { ...IDLE, left: pays, lean: -0.3 } : { ...IDLE, right: pays, lean: 0.3 };
}

function sweeping(isHome: boolean, { mouth, free }: Surroundings): Reach {
  const depth = Math.min(54, free.shallow);
  const far = Math.max(OUTSIDE + 24, Math.min(300, mouth[0] - 60));
  return isHome
    ? { wrist: [Math.max(OUTSIDE + 12, far * 0.66), 4], points: 110, gesture: "sweep", lift: 0 }
    : { wrist: [far, depth - 26], points: 48, gesture: "sweep", lift: 0 };
}

/** From the tubes of the float, then towards the winner's field. */
function paying(isGiven: boolean, { mouth }: Surroundings): Reach {
  const x = Math.max(OUTSIDE, Math.min(190, mouth[0] - 110));
  return isGiven
    ? { wrist: [x + 20, 12], points: 34, gesture: "flat", lift: 0 }
    : { wrist: [x + 8, -8], points: 22, gesture: "pinch", lift: 0 };
}
