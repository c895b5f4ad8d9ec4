/** What stands around cards and fields: totals, countdown and plate between the hands, dealer, shoe, tray, float, wings. */
import type { Camera } from "./camera";
import { fieldsEnd } from "./field-places";
import { cardCorners, type CardPlaces } from "./hand-places";
import type { Measures } from "./measures";
import type {
  Band,
  CentreColumn,
  CornerNote,
  DealerPlace,
  FeltShape,
  FloatPlace,
  PlanRequest,
  PropPlace,
  ShoePlace,
  Wings,
} from "./plan-types";

const SQUASH = 0.92;
const SHOE = 0.55; // its height by its width
const WING_LINE = 17.55; // px
const MOST_WINNERS = 3;
const CORNER_NOTE = 60; // px of two lines and a row of small cards
const LOW_WALL = 72; // px between the bar and the table's far edge
const CAPTION = 12; // px
const SMALLEST_TOTAL = 12; // px of its radius
const RIM = 1.12; // a total with its rim, by its radius
const COIN = RIM * SQUASH; // and as high as it lies in the cloth
const CLEAR = 4; // px between a win and what stands around it
const BETWEEN_CAPTIONS = 10; // px
const AIR = 9; // px above the plate
export const NOTE = 24; // px of the line under the plate, where side bets are folded away

export function centreColumn(
  camera: Camera,
  at: Measures,
  felt: FeltShape,
  cards: CardPlaces,
  isFolded: boolean,
): CentreColumn {
  const x = at.lens.centre;
  const fieldsTop = camera.onScreen(fieldsEnd(at, felt), 0)[1];
  const [width, height] = at.plate;
  const { total, ring } = at;
  const under = CAPTION + 3 + 6; // caption, and the least air above the plate
  const end = fieldsTop - 6;
  if (at.centre === "line") {
    const y = cards.top - total - 6;
    const plateY = Math.min(end - (isFolded ? NOTE : 0) - height / 2, cards.bottom + height + 12);
    const apart = ring + total + 12;
    const thirds = x - Math.max(...cards.hands.player.cards[2].map(([across]) => across));
    const side = (sign: number) =>
      ({
        x: x + sign * (apart + total + 9),
        y: y + 4.5,
        from: sign < 0 ? "end" : "start",
        room: x - apart - total - 17,
      }) as const;
    return {
      squash: SQUASH,
      player: { x: x - apart, y, radius: total },
      banker: { x: x + apart, y, radius: total },
      ring: { x, y, radius: ring },
      captions: { player: side(-1), banker: side(1) },
      plate: { x, y: plateY, width, height },
      amount: {
        x,
        size: 60 * at.unit,
        between: band(y - total * COIN, y + total * COIN, apart - total * RIM),
        under: band(cards.bottom, plateY - height / 2, thirds),
      },
      note: [x, plateY + height / 2 + NOTE * 0.6],
    };
  }
  const begin = Math.max(cards.top, handsEnd(at));
  const hasNote = end - NOTE - begin >= under + height + 2 * SMALLEST_TOTAL * COIN;
  const bottom = end - (isFolded && hasNote ? NOTE : 0);
  const room = bottom - begin;
  const radius = Math.max(SMALLEST_TOTAL, Math.min(total, (room - under - height) / (2 * COIN)));
  const spare = Math.max(0, room - under - height - 2 * radius * COIN);
  const y = bottom - room + radius * COIN + Math.min(spare * 0.25, 14 * at.unit);
  const rings = (radius * ring) / total;
  const inner = x - Math.max(...cards.hands.player.cards[1].map(([across]) => across)); // px to the nearest card
  const apart = Math.max(
    radius + rings + 2,
    Math.min(at.cards.inner * 0.62, rings + radius + 22 * at.unit, inner / 2 + BETWEEN_CAPTIONS / 4),
  );
  const captionY = y + radius * COIN + CAPTION + 3;
  const beside = at.isThirdBelow ? cards.bottom + AIR + height / 2 : cards.bottom - height * 0.4; // third cards leave more room
  const plateY = Math.min(bottom - height / 2, Math.max(captionY + AIR + height / 2, beside));
  const wide = 2 * Math.min(inner - 2 - apart, apart - BETWEEN_CAPTIONS / 2);
  const caption = (sign: number) => ({ x: x + sign * apart, y: captionY, from: "middle", room: wide }) as const;
  return {
    squash: SQUASH,
    player: { x: x - apart, y, radius },
    banker: { x: x + apart, y, radius },
    ring: { x, y, radius: rings },
    captions: { player: caption(-1), banker: caption(1) },
    plate: { x, y: plateY, width: Math.min(width, 2 * at.cards.inner * 0.86), height },
    amount: {
      x,
      size: 64 * at.unit,
      between: band(y - radius * COIN, y + radius * COIN, apart - radius * RIM),
      under: band(y + radius * COIN, plateY - height / 2, inner),
    },
    note: hasNote ? [x, plateY + height / 2 + NOTE * 0.6] : null,
  };
}

function band(top: number, bottom: number, half: number): Band {
  return { top: top + CLEAR, bottom: bottom - CLEAR, width: 2 * (half - CLEAR) };
}

/** Where the hands of an idle dealer end. */
function handsEnd(at: Measures): number {
  return at.lens.far + 48 * at.dealer;
}

export function dealerPlace(at: Measures): DealerPlace {
  const { centre, far } = at.lens;
  return { x: centre, chin: far - 94 * at.dealer, shoulders: far - 37 * at.dealer, lip: far, scale: at.dealer };
}

export function shoePlace(camera: Camera, at: Measures, request: PlanRequest, card: number): ShoePlace {
  const small = request.arrangement === "phone" || at.dealer === 0;
  const width = small ? 76 * (at.unit / 0.6) : 160 * at.unit;
  const x = Math.min(at.lens.centre + 580 * (request.width / 1440), request.width - width / 2 - 6);
  const y = at.lens.far + (small ? 34 * (at.unit / 0.6) : 46 * at.unit);
  const mouth = [x - width * 0.45, y + width * 0.08] as const;
  return { x, y, width, mouth, card: cardCorners(camera, camera.unproject(mouth), card * 0.71, -8) };
}

export function discardPlace(at: Measures, request: PlanRequest): PropPlace {
  const small = request.arrangement === "phone" || at.dealer === 0;
  const width = small ? 62 * (at.unit / 0.6) : 132 * at.unit;
  return {
    x: Math.max(at.lens.centre - 580 * (request.width / 1440), width / 2 + 6),
    y: at.lens.far + (small ? 32 * (at.unit / 0.6) : 42 * at.unit),
    width,
  };
}

export function floatPlace(at: Measures, request: PlanRequest): FloatPlace {
  const small = request.arrangement === "phone";
  const tubeWidth = small ? 16 * (at.unit / 0.6) : 27 * at.unit;
  const from = small ? 92 * (at.unit / 0.6) : 172 * at.unit;
  const room = at.lens.centre - from - (small ? 46 : 150 * at.unit);
  const tubes = at.dealer === 0 ? 0 : Math.max(0, Math.min(8, Math.floor(room / tubeWidth)));
  return {
    left: at.lens.centre - from - tubes * tubeWidth,
    right: at.lens.centre + from,
    y: at.lens.far - (small ? 8 : 13 * at.unit),
    tubeWidth,
    tubes,
    length: small ? 17 : 28 * at.unit,
  };
}

export function wings(camera: Camera, at: Measures, request: PlanRequest, cards: CardPlaces, shoe: PropPlace): Wings {
  const edge = Math.round(24 * Math.max(0.8, at.unit));
  const note = cornerNote(at, request, cards);
  const fieldsTop = camera.onScreen(fieldsEnd(at, request.felt), 0.8 * at.half)[1];
  const isOverFields = request.arrangement === "landscape" && note.y + CORNER_NOTE > fieldsTop;
  const hasNotes = note.width > 80 && request.arrangement !== "tile" && !isOverFields;
  return {
    left: [edge, request.top],
    right: [request.width - edge, request.top],
    isLow: isLow(at, request),
    winners: Math.max(1, Math.min(MOST_WINNERS, Math.floor((shoe.y - SHOE * shoe.width - request.top) / WING_LINE))),
    lastHand: hasNotes ? note : null,
    run: hasNotes ? { ...note, x: request.width - note.x } : null,
  };
}

function isLow(at: Measures, { arrangement, top }: PlanRequest): boolean {
  return arrangement === "desk" && at.lens.far - top < LOW_WALL;
}

/** Outside of the cards; under them where the table is narrow; on phones in the card places, empty at that time. */
function cornerNote(at: Measures, request: PlanRequest, cards: CardPlaces): CornerNote {
  const places = cards.hands.player.cards.slice(0, 2).flatMap((card) => card.map(([x]) => x));
  const [outer, inner] = [Math.min(...places), Math.max(...places)];
  switch (request.arrangement) {
    case "phone":
      return { x: outer + 12, y: cards.top + 10, width: inner - outer - 16, card: at.dealer > 0 ? 18 : 15 };
    case "landscape":
      return { x: 12, y: at.lens.far + 46, width: outer - 20, card: Math.min(18, (outer - 20) / 7) };
    case "desk": {
      const x = Math.round(50 * at.unit);
      return {
        x,
        y: at.lens.far + 64 * at.unit,
        width: outer - x - 8,
        card: Math.min((isLow(at, request) ? 30 : 40) * at.unit, (outer - x) / 6.2),
      };
    }
    default:
      return { x: 22, y: cards.bottom + 6, width: at.lens.centre - 32, card: 18 };
  }
}
