/** The measures of a table for each screen: the camera's lens and the lengths on the cloth, in the table's units. */
import type { Lens } from "./camera";
import { desk, tablet } from "./desk-measures";
import { landscape, lowPhone, phone } from "./hand-measures";
import type { PlanRequest } from "./plan-types";
import { tile } from "./tile-measures";

export interface Measures {
  readonly lens: Lens;
  readonly unit: number;
  readonly rail: number;
  readonly edge: number; // inward, where the first row of fields begins
  readonly bar: readonly [near: number, far: number];
  readonly half: number; // way from the middle to the end of the main row
  readonly tieHalf: number;
  readonly modeWidth: number; // beside Banker; 0 where modes stand elsewhere
  readonly main: number; // inward length
  readonly side: number;
  readonly caption: number;
  readonly gap: number;
  readonly foot: number; // row of trays and modes between edge and main row; 0 where there is none
  readonly extrasInRow: boolean; // trays and modes stand at the end of the lowest side row
  readonly title: number; // px
  readonly tracking: number; // em
  readonly chip: number;
  readonly hasOthers: boolean; // chips of others on the main row
  readonly cards: CardMeasures;
  readonly isThirdBelow: boolean;
  readonly centre: "column" | "line"; // totals between the hands, or above them
  readonly total: number; // radius, px
  readonly ring: number;
  readonly plate: readonly [width: number, height: number];
  readonly dealer: number; // scale; 0 where there is no room
}

export interface CardMeasures {
  readonly inner: number;
  readonly gap: number;
  readonly top: number;
  readonly widest: number;
  readonly margin: number; // px to the screen's edge
  readonly under: number; // kept free between them and the fields
}

const PICTURE = 0.36; // of the stage

export function measuresOf(request: PlanRequest): Measures {
  const at = arranged(request);
  if (!request.hasPicture) return at;
  const far = Math.max(at.lens.far, request.top + (request.height - request.top) * PICTURE);
  return { ...at, lens: { ...at.lens, far }, dealer: 0, cards: { ...at.cards, top: 8 } };
}

function arranged(request: PlanRequest): Measures {
  switch (request.arrangement) {
    case "phone":
      return request.height - request.top > 500 ? phone(request) : lowPhone(request);
    case "landscape":
      return landscape(request);
    case "tile":
      return tile(request);
    case "tablet":
      return tablet(request);
    default:
      return desk(request);
  }
}
