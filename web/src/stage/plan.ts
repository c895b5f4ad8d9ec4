/** One plan of a table for a screen and a book's felt: everything that is drawn or tapped takes its place from it. */
import { Camera } from "./camera";
import { anchor, mainFields, sideFields } from "./field-places";
import { centreColumn, dealerPlace, discardPlace, floatPlace, shoePlace, wings } from "./furniture";
import { cardPlaces } from "./hand-places";
import { measuresOf, type Measures } from "./measures";
import type { Plan, PlanRequest, SplitBar } from "./plan-types";
import { boxOnCloth, lineOnCloth, pathOf } from "./shapes";

const LABEL = 34; // px that "100%" takes at an end of the bar
const BESIDE = 22; // units between it and the bar
const FOLDED = { rows: [], trays: 0 } as const;

export function planTable(request: PlanRequest): Plan {
  const felt = request.isFolded ? { ...request.felt, ...FOLDED } : request.felt;
  const at = measuresOf({ ...request, felt });
  const camera = new Camera(at.lens);
  const inLine = at.centre === "line";
  const top = inLine
    ? camera.unproject([0, at.lens.far + (at.dealer > 0 ? 22 : 0) + 1.9 * at.total + 6])[1]
    : at.cards.top;
  const cards = cardPlaces(camera, at, felt, top);
  const shoe = shoePlace(camera, at, request, cards.hands.banker.width);
  const reach = request.width * (camera.lens.columns === undefined ? 0.63 : 0.85);
  return {
    arrangement: request.arrangement,
    width: request.width,
    height: request.height,
    camera,
    unit: at.unit,
    isFolded: request.isFolded,
    main: mainFields(camera, at),
    ...sideFields(camera, at, felt),
    split: splitBar(camera, at),
    hands: cards.hands,
    centre: centreColumn(camera, at, felt, cards, request.isFolded),
    dealer: dealerPlace(at),
    shoe,
    tray: discardPlace(at, request),
    float: floatPlace(at, request),
    wings: wings(camera, at, { ...request, felt }, cards, shoe),
    cloth: {
      outline: `${pathOf([
        ...lineOnCloth(camera, 0, -reach, reach),
        camera.project([reach * 1.2, 0]),
        camera.project([-reach * 1.2, 0]),
      ])}z`,
      reach,
      rail: at.rail,
      line: pathOf(lineOnCloth(camera, at.bar[1] + (at.edge - at.bar[1]) * 0.4, -at.half - 10, at.half + 10)),
    },
  };
}

function splitBar(camera: Camera, at: Measures): SplitBar {
  const [near, far] = at.bar;
  const inward = (near + far) / 2 - 4.5;
  const edge = at.half - (at.half < 300 ? 4 : 14);
  const over = (camera.onScreen(inward, edge)[0] - at.lens.centre) / (at.lens.centre - LABEL / 2);
  const outer = edge / Math.max(1, over);
  const from = outer - LABEL / 2 - BESIDE;
  const way = (share: number) => -from + 2 * from * share;
  const radius = Math.min((far - near) / 2, 4);
  const label = (side: 1 | -1) => anchor(camera, inward, side * outer);
  return {
    part: (start, end) => boxOnCloth(camera, { from: way(start) + 1.5, to: way(end) - 1.5, near, far }, radius),
    player: label(-1),
    banker: label(1),
  };
}
