/** Where the cards of both hands lie: as large as the space between dealer and fields lets them be. */
import type { Camera, Point } from "./camera";
import { fieldsEnd } from "./field-places";
import type { Corners } from "./homography";
import type { Measures } from "./measures";
import type { FeltShape, HandPlace } from "./plan-types";

const TALL = 1.4; // a card's height by its width
const FREE = 5; // units between cards and fields
const SMALLEST = 30;
const DROP = 0.5; // of its width: how far a third card across its hand reaches below it
const DROP_OVER_PLATE = 0.26; // and where the plate lies under the hands

export interface CardPlaces {
  readonly hands: Readonly<Record<"player" | "banker", HandPlace>>;
  readonly top: number; // y of the cards' upper edge
  readonly bottom: number; // y of their lower edge
}

/** The corners of a card that lies on the table, by its middle, its width and its turn in degrees. */
export function cardCorners(camera: Camera, [x, y]: Point, width: number, turn = 0): Corners {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corner = (across: number, down: number): Point => {
    const [u, v] = [(across * width) / 2, (down * width * TALL) / 2];
    return camera.project([x + u * cos - v * sin, y + u * sin + v * cos]);
  };
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

export function cardPlaces(camera: Camera, at: Measures, felt: FeltShape, top: number): CardPlaces {
  const end = fieldsEnd(at, felt);
  const { inner, gap, widest } = at.cards;
  /** How far towards the patron a card may reach that ends at this distance from the middle. */
  const lowest = (x: number) => camera.depth - end - (x * x) / (2 * at.lens.radius) - FREE;
  const reach = (width: number) => inner + 2 * width + gap;
  const drop = at.centre === "line" ? DROP_OVER_PLATE : DROP;
  const below = (width: number) => (at.isThirdBelow ? width * drop + at.cards.under : 0);
  const byHeight = (width: number) => lowest(reach(width)) - top - below(width) >= width * TALL;

  const lay = (width: number) => {
    const rise = at.isThirdBelow ? 0 : Math.min(12, (reach(width) ** 2 - (inner + width) ** 2) / (2 * at.lens.radius));
    const bottom = lowest(inner + width) - below(width);
    const spare = Math.max(0, bottom - rise - top - width * TALL);
    const middle = Math.min(bottom - (width * TALL) / 2, top + rise + (width * TALL) / 2 + spare * 0.62);
    return { rise, middle, third: third(width, middle) };
  };
  const third = (width: number, middle: number): Point => {
    if (at.isThirdBelow) return [reach(width) - (width * TALL) / 2, middle + (width * TALL) / 2 + (drop - 0.5) * width];
    const x = reach(width) + 1.2 * gap + (width * TALL) / 2;
    return [x, Math.min(middle, lowest(x + (width * TALL) / 2) - width / 2)];
  };
  const byWidth = (width: number) => {
    const corners = [
      ...cardCorners(camera, lay(width).third, width, 90),
      camera.project([reach(width), lay(width).middle]),
    ];
    return Math.max(...corners.map(([x]) => x)) <= 2 * at.lens.centre - at.cards.margin;
  };
  let width = widest;
  while (width > SMALLEST && !(byHeight(width) && byWidth(width))) width -= 0.5;
  const { rise, middle } = lay(width);

  const hand = (side: 1 | -1): HandPlace => {
    const near: Point = [side * (inner + width / 2), middle];
    const far: Point = [side * (inner + width * 1.5 + gap), middle - rise];
    const [x, y] = third(width, middle);
    const [first, second] = side < 0 ? [far, near] : [near, far];
    return {
      cards: [
        cardCorners(camera, first, width),
        cardCorners(camera, second, width),
        cardCorners(camera, [side * x, y], width, 90),
      ],
      width: width * camera.scale(middle),
      isThirdBelow: at.isThirdBelow,
    };
  };
  return {
    hands: { player: hand(-1), banker: hand(1) },
    top: camera.project([0, middle - (width * TALL) / 2])[1],
    bottom: camera.project([0, middle + (width * TALL) / 2])[1],
  };
}
