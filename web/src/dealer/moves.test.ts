import { describe, expect, test } from "vitest";
import { planTable } from "../stage/plan";
import type { FeltShape, Plan, PlanArrangement } from "../stage/plan-types";
import type { Point } from "../stage/camera";
import { bezier, cardSlides, easeOut, linear } from "./easing";
import { lettingGo, moveTo, samplesOf, slideWith, touchAt, type Move } from "./moves";
import { IDLE, stanceOf, type Pose } from "./poses";
import { armTransforms, elbowOf, handLength, HAND_SIZE, shoulderOf, type Arm, type Stance } from "./stance";
import { surroundingsOf, unitOf } from "./surroundings";

const SIX = ["a", "b", "c", "d", "e", "f"];
const ONE_ROW: FeltShape = { rows: [[{ bets: SIX, hasCaption: false }]], trays: 0, modes: 0 };
const TWO_ROWS: FeltShape = {
  rows: [...ONE_ROW.rows, [{ bets: ["g", "h", "i", "j", "k", "l", "m"], hasCaption: false }]],
  trays: 0,
  modes: 2,
};
const SCREENS: readonly (readonly [PlanArrangement, number, number, number, FeltShape])[] = [
  ["desk", 1440, 644, 56, ONE_ROW],
  ["desk", 1440, 644, 56, TWO_ROWS],
  ["desk", 1024, 568, 56, TWO_ROWS],
  ["desk", 1920, 800, 56, ONE_ROW],
  ["tablet", 820, 1000, 194, TWO_ROWS],
  ["phone", 390, 674, 120, ONE_ROW],
  ["phone", 390, 674, 120, { ...ONE_ROW, trays: 2, modes: 2 }],
];
const SIDES = ["player", "banker"] as const;
const REACH: Pose = { kind: "reach" };

/** A round as the hands go through it: six cards, then one of three results. */
function round(plan: Plan, winner: "player" | "banker" | "tie"): readonly Move[] {
  const around = surroundingsOf(plan);
  let at = IDLE;
  const moves: Move[] = [];
  const add = (move: Move): void => {
    moves.push(move);
    at = move(1);
  };
  const to = (pose: Pose): void => add(moveTo(at, stanceOf(pose, around)));
  to(REACH);
  for (const card of [0, 1, 2])
    for (const side of SIDES) {
      const turn: Pose = { kind: "turn", side, card };
      add(slideWith(at, stanceOf(turn, around), around, side, card));
      to(turn);
      to(REACH);
    }
  to({ kind: "idle" });
  to({ kind: "show", winner });
  to({ kind: "sweep", winner, isHome: false });
  to({ kind: "sweep", winner, isHome: true });
  to({ kind: "pay", winner, isGiven: false });
  to({ kind: "pay", winner, isGiven: true });
  to({ kind: "idle" });
  return moves;
}

/** Points along a hand from wrist to fingertips and along the forearm, in pixels of the stage. */
function skeleton(plan: Plan, stance: Stance, arm: Arm): readonly Point[] {
  const { wrist, points } = stance[arm];
  const turn = (points * Math.PI) / 180;
  const length = handLength(stance[arm]);
  const tip: Point = [wrist[0] + length * Math.cos(turn), wrist[1] + length * Math.sin(turn)];
  const elbow = elbowOf(shoulderOf(arm, stance.lean, 1), stance[arm]);
  const along = (from: Point, to: Point) =>
    [0, 0.25, 0.5, 0.75, 1].map((part): Point => [
      from[0] + (to[0] - from[0]) * part,
      from[1] + (to[1] - from[1]) * part,
    ]);
  const outward = (arm === "right" ? 1 : -1) * unitOf(plan);
  return [...along(wrist, tip), ...along(elbow, wrist)].map(([x, y]): Point => [
    plan.dealer.x + x * outward,
    plan.dealer.lip + y * unitOf(plan),
  ]);
}

describe.each(SCREENS)("a dealer on a %s of %d × %d", (arrangement, width, height, top, felt) => {
  const plan = planTable({ arrangement, width, height, top, felt, isFolded: false, hasPicture: false });
  const around = surroundingsOf(plan);

  test.each(["player", "banker", "tie"] as const)(
    "covers neither totals nor ring nor plate when it is %s",
    (winner) => {
      const { player, banker, ring, plate } = plan.centre;
      const slack = 4 * unitOf(plan);
      const covered: string[] = [];
      for (const [index, move] of round(plan, winner).entries())
        for (const part of samplesOf(300))
          for (const arm of ["left", "right"] as const)
            for (const [x, y] of skeleton(plan, move(part), arm)) {
              for (const [name, coin] of Object.entries({ player, banker, ring }))
                if (Math.hypot(x - coin.x, y - coin.y) < coin.radius - slack)
                  covered.push(`move ${index} at ${part.toFixed(2)}: ${arm} over ${name}`);
              if (Math.abs(x - plate.x) < plate.width / 2 && Math.abs(y - plate.y) < plate.height / 2)
                covered.push(`move ${index}: ${arm} over the plate`);
            }
      expect(covered).toEqual([]);
    },
  );

  test.each([
    ["player", 0],
    ["banker", 1],
    ["player", 2],
    ["banker", 2],
  ] as const)("has its fingers on the card of %s %i until it lets go", (side, card) => {
    const move = slideWith(stanceOf(REACH, around), IDLE, around, side, card);
    const letsGo = lettingGo(around, side, card);
    for (const part of [0.6, 0.8, 1].map((each) => each * letsGo)) {
      const { wrist, points } = move(part).right;
      const turn = (points * Math.PI) / 180;
      const [x, y] = touchAt(around, side, card, part);
      expect(wrist[0] + 80 * HAND_SIZE * Math.cos(turn)).toBeCloseTo(x);
      expect(wrist[1] + 80 * HAND_SIZE * Math.sin(turn)).toBeCloseTo(y);
    }
    expect(letsGo).toBeLessThanOrEqual(0.55);
  });

  test("is somewhere at every moment of a round", () => {
    for (const move of round(plan, "player"))
      for (const part of samplesOf(300)) {
        const { left, right, lean } = move(part);
        expect([...left.wrist, ...right.wrist, left.points, right.points, lean].every(Number.isFinite)).toBe(true);
      }
  });

  test("ends each move in the stance that it was for", () => {
    for (const kind of ["reach", "idle"] as const)
      for (const winner of ["player", "banker", "tie"] as const) {
        const [from, to] = [stanceOf({ kind: "show", winner }, around), stanceOf({ kind }, around)];
        expect(moveTo(from, to)(0).right).toMatchObject({ wrist: from.right.wrist, points: from.right.points });
        expect(moveTo(from, to)(1).right.points).toBeCloseTo(to.right.points);
        expect(moveTo(from, to)(1).left.wrist[0]).toBeCloseTo(to.left.wrist[0]);
      }
  });

  test("keeps shoulder, elbow and wrist together", () => {
    const frames = samplesOf(220).map((part) => moveTo(IDLE, stanceOf(REACH, around))(part));
    for (const stance of frames) {
      const { upper, fore } = armTransforms(stance.right, shoulderOf("right", stance.lean, 1));
      expect(endOf(upper, 110)[0]).toBeCloseTo(startOf(fore)[0], 0);
      expect(endOf(upper, 110)[1]).toBeCloseTo(startOf(fore)[1], 0);
      expect(endOf(fore, 116)[0]).toBeCloseTo(stance.right.wrist[0], 0);
    }
  });
});

const numbers = (transform: string): number[] => [...transform.matchAll(/-?[\d.]+(?=px|deg|,|\))/g)].map(Number);
const startOf = (transform: string): Point => numbers(transform).slice(0, 2) as unknown as Point;
function endOf(transform: string, length: number): Point {
  const [x, y, degrees, scale] = numbers(transform) as [number, number, number, number];
  const turn = (degrees * Math.PI) / 180;
  return [x + length * scale * Math.cos(turn), y + length * scale * Math.sin(turn)];
}

test("easing curves begin at 0, end at 1 and never turn back", () => {
  for (const ease of [linear, easeOut, cardSlides, bezier(0.42, 0, 0.58, 1)]) {
    const way = samplesOf(500).map(ease);
    expect([way.at(0), way.at(-1)]).toEqual([0, 1]);
    expect(way.every((value, index) => index === 0 || value >= (way[index - 1] ?? 0))).toBe(true);
  }
  expect(bezier(0.42, 0, 0.58, 1)(0.5)).toBeCloseTo(0.5, 4);
});
