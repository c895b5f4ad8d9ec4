/** One of several tables: a simpler cloth under the same camera; name and road hang on the wall above it. */
import { Camera, type Lens } from "./camera";
import { desk } from "./desk-measures";
import type { Measures } from "./measures";
import type { PlanRequest } from "./plan-types";

/** Four tables at 1440 × 900, and two at 1280 × 720: px across, and px below the wall. */
const WIDE = { width: 708, deep: 278 };
const TALL = { width: 630, deep: 484 };
const TALL_FROM = 0.55; // px below the wall by px across: from here the third card lies below its hand
const SIDE = 46.5; // px of a side field, so that those at the ends of the row, which lie further off, have 44 too
const CAPTION_AND_AIR = 44;
const LOWEST_MAIN = 52;

export function tile(request: PlanRequest): Measures {
  const deep = request.height - request.top;
  return deep > request.width * TALL_FROM ? tall(request, deep) : wide(request, deep);
}

function wide(request: PlanRequest, deep: number): Measures {
  const { width, height, top } = request;
  const by = Math.min(width / WIDE.width, deep / WIDE.deep);
  const [edge, foot] = [Math.max(12, 30 * by - 7), Math.max(9, 26 * by - 7)];
  const [total, plate] = [Math.max(12, 21 * by), Math.max(hasSides(request) ? 20 : 18, 28 * by)];
  const sides = hasSides(request) ? SIDE + 6 + (hasCaptions(request) ? 12 : 0) : 0;
  const room = (deep - foot - edge - sides - 2.1 * total - plate - CAPTION_AND_AIR) / 0.96;
  const main = Math.min(hasSides(request) ? 86 * by : 106 * by, Math.max(LOWEST_MAIN, room));
  const lens = seen(request, top + 2, height - foot);
  return {
    ...small(request, lens, by, edge, main),
    cards: {
      inner: 96 * Math.max(0.72, by),
      gap: 5 * by,
      top: 5 * by,
      widest: (hasSides(request) ? 84 : 110) * by,
      margin: 10,
      under: 0,
    },
    isThirdBelow: false,
    total,
    ring: Math.max(16, 24 * by),
    plate: [Math.max(118, 150 * by), plate],
    dealer: 0,
  };
}

/** With room for the dealer. */
function tall(request: PlanRequest, deep: number): Measures {
  const { width, height, top } = request;
  const by = Math.min(width / TALL.width, deep / TALL.deep);
  const lens = seen(request, top + 82 * by, height - 24 * by);
  return {
    ...small(request, lens, by, 24 * by, 112 * by),
    cards: { inner: 84 * by, gap: 5 * by, top: 34 * by, widest: 92 * by, margin: 10, under: 0 },
    isThirdBelow: true,
    total: 21 * by,
    ring: 24 * by,
    plate: [124 * by, 28 * Math.min(by, 1.3)],
    dealer: 0.6 * by,
  };
}

function seen({ width }: PlanRequest, far: number, near: number): Lens {
  return { centre: width / 2, far, near, farScale: 0.88, nearScale: 1.08, tilt: 0.84, radius: 2.29 * width };
}

/** What both have in common. */
function small(request: PlanRequest, lens: Lens, by: number, edge: number, main: number): Measures {
  const { width } = request;
  const gap = 6;
  const half = width * 0.482;
  return {
    ...desk(request),
    lens,
    unit: 0.58 * by,
    rail: 34 * by,
    edge,
    bar: [6, 6 + 8 * by],
    half,
    tieHalf: width * 0.085,
    modeWidth: 0,
    main,
    side: sideOf(lens, edge + main + gap, half),
    caption: 14,
    gap,
    extrasInRow: true,
    title: Math.max(18, 24 * by),
    tracking: 0.12,
    chip: Math.max(25, 32 * by),
    hasOthers: false,
    centre: "column",
  };
}

/** Units of depth that are seen as high as a target has to be, at the far ends of the row. */
function sideOf(lens: Lens, near: number, half: number): number {
  const camera = new Camera(lens);
  const arc = (half * 0.8) ** 2 / (2 * lens.radius);
  const scale = camera.scale(camera.depth - near - arc - SIDE / 2);
  return SIDE / (lens.tilt * scale * scale);
}

function hasCaptions({ felt }: PlanRequest): boolean {
  return felt.rows.some((row) => row.some((group) => group.hasCaption));
}

function hasSides({ felt, isFolded }: PlanRequest): boolean {
  return !isFolded && felt.rows.length + felt.trays > 0;
}
