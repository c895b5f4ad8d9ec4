/** Tables on large screens, and on tall ones that are wide enough for every side field. */
import type { Measures } from "./measures";
import type { PlanRequest } from "./plan-types";

/** The stage of the study, 1440 × 900: everything on large screens is measured against it. */
const STUDY = { width: 1440, height: 644, lip: 98 };
const COMFORTABLE = 600; // px of a stage; under it less of the dealer shows
const LOW = 400; // px below the bar; under it the dealer's body has no room

export function desk({ width, height, top, felt, isFolded }: PlanRequest): Measures {
  const unit = height / STUDY.height;
  const across = width / STUDY.width;
  const hasDealer = height - top >= LOW;
  const rows = isFolded ? 0 : felt.rows.length;
  const small = Math.min(unit, across * 1.1);
  return {
    lens: {
      centre: width / 2,
      far: top + (hasDealer ? Math.max(40, STUDY.lip * unit - Math.max(0, COMFORTABLE - height) * 0.2) : 30),
      near: height - 26 * unit,
      farScale: 0.88,
      nearScale: 1.08,
      tilt: 0.84,
      radius: 3300 * across,
    },
    unit: small,
    rail: 58 * unit,
    edge: 31 * unit,
    bar: [8 * unit, 18 * unit],
    half: 690 * across,
    tieHalf: 122 * across,
    modeWidth: felt.modes > 0 ? Math.max(98, 132 * across) : 0,
    main: Math.max(felt.modes > 0 ? 114 : 100, byRows(rows, 166, 146, 130) * unit),
    side: unit < 0.9 ? 61 : 58 * Math.max(unit, 1),
    caption: 17,
    gap: 8,
    foot: 0,
    extrasInRow: false,
    title: byRows(rows, 44, 38, 34) * small,
    tracking: 0.17,
    chip: (rows === 0 ? 50 : 44) * small,
    hasOthers: true,
    cards: {
      inner: (rows === 0 ? 160 : 154) * Math.max(across, small * 0.96),
      gap: 7 * small,
      top: 40 * unit,
      widest: (rows === 0 ? 188 : 164) * unit,
      under: 0,
      margin: 30, // clear of the handle that opens the column beside the table
    },
    isThirdBelow: false,
    centre: "column",
    total: 33 * small,
    ring: 40 * small,
    plate: [Math.max(200, 240 * across), Math.max(32, 36 * small)],
    dealer: hasDealer ? 0.93 * unit : 0,
  };
}

/** A tall screen that is wide enough for every side field: larger cards, the third below its hand. */
export function tablet(request: PlanRequest): Measures {
  const { width, height, top, isFolded, felt } = request;
  const rows = isFolded ? 0 : felt.rows.length;
  const unit = width / 900;
  const on = desk(request);
  return {
    ...on,
    lens: {
      ...on.lens,
      far: top + 100 * unit,
      near: height - 30,
      tilt: 0.9,
      farScale: 0.86,
      nearScale: 1.06,
      radius: 2.2 * width,
    },
    unit,
    rail: 56,
    edge: 31,
    bar: [8, 18],
    half: width * 0.482,
    tieHalf: width * 0.088,
    modeWidth: felt.modes > 0 ? 100 : 0,
    main: byRows(rows, 230, 210, 190),
    side: 60,
    title: 34 * unit,
    tracking: 0.12,
    chip: 44 * unit,
    hasOthers: true,
    cards: { inner: 112 * unit, gap: 7, top: 46 * unit, widest: 176 * unit, margin: 12, under: 0 },
    isThirdBelow: true,
    total: 29 * unit,
    ring: 34 * unit,
    plate: [180, 36],
    dealer: 0.9 * unit,
  };
}

/** A length by how many rows of side fields there are: none, one, more. */
function byRows(rows: number, none: number, one: number, more: number): number {
  return rows === 0 ? none : rows === 1 ? one : more;
}
