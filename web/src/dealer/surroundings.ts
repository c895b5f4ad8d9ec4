/** A dealer's surroundings on this screen, from the plan of the table. */
import type { Point } from "../stage/camera";
import type { Corners } from "../stage/homography";
import type { CentreColumn, Plan } from "../stage/plan-types";
import type { Free, Surroundings } from "./poses";

const DRAWN_AT = 0.93; // the plan's scale of a dealer whose units are pixels
const CLEAR = 12; // units between a hand and what it may not cover
const ON_CARD = 0.14; // how far from its far edge a card is touched, of its height

/** Pixels of a unit; 0 where there is no room for a dealer. */
export function unitOf({ dealer }: Plan): number {
  return dealer.scale / DRAWN_AT;
}

export function surroundingsOf(plan: Plan): Surroundings {
  const { x, lip } = plan.dealer;
  const unit = unitOf(plan);
  const inUnits = ([fromLeft, fromTop]: Point): Point => [(fromLeft - x) / unit, (fromTop - lip) / unit];
  const { player, banker } = plan.hands;
  return {
    mouth: inUnits(plan.shoe.mouth),
    cards: {
      player: player.cards.map((corners) => inUnits(touched(corners))),
      banker: banker.cards.map((corners) => inUnits(touched(corners))),
    },
    free: freeOf(plan.centre, x, lip, unit),
  };
}

/** Near the middle of the edge that is nearest to the dealer. */
function touched(corners: Corners): Point {
  const [one, other, third, fourth] = corners.toSorted((a, b) => a[1] - b[1]) as [Point, Point, Point, Point];
  const far: Point = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
  const near: Point = [(third[0] + fourth[0]) / 2, (third[1] + fourth[1]) / 2];
  return [far[0] + (near[0] - far[0]) * ON_CARD, far[1] + (near[1] - far[1]) * ON_CARD];
}

/** Where captions stand beside the totals, the whole width belongs to them; else hands may go down outside of plate and totals. */
function freeOf({ banker, captions, plate }: CentreColumn, x: number, lip: number, unit: number): Free {
  const shallow = (banker.y - banker.radius - lip) / unit - CLEAR;
  if (captions.banker.from !== "middle") return { inner: Infinity, depth: shallow, shallow };
  const widest = Math.max(banker.x + banker.radius, plate.x + plate.width / 2) - x;
  return { inner: widest / unit + CLEAR, depth: (plate.y - lip) / unit, shallow };
}
