/** Tables on phones, upright and sideways. */
import { NOTE } from "./furniture";
import type { Measures } from "./measures";
import type { PlanRequest } from "./plan-types";

export function phone({ width, height, top, felt, isFolded }: PlanRequest): Measures {
  const unit = Math.min(width / 390, 1.2);
  const hasFoot = felt.trays + felt.modes > 0;
  return {
    lens: {
      centre: width / 2,
      far: top + 52 * unit,
      near: height - 40,
      farScale: 0.82,
      nearScale: 1.1,
      tilt: 0.95,
      radius: 2.3 * width,
      columns: 0.95,
    },
    unit: 0.6 * unit,
    rail: 46,
    edge: 26,
    bar: [8, 17],
    half: width / 2 - 9,
    tieHalf: width * 0.113,
    modeWidth: 0,
    main: (hasFoot ? 118 : 138) + (isFolded ? 24 : 0) + Math.max(0, height - 674) * 0.3,
    side: hasFoot ? 52 : 50,
    caption: 16,
    gap: 6,
    foot: hasFoot ? 46 : 0,
    extrasInRow: false,
    title: 20 * unit,
    tracking: 0.09,
    chip: 34,
    hasOthers: true,
    cards: { inner: 10, gap: 4, top: 0, widest: 82 * unit, margin: 12, under: 36 + (isFolded ? NOTE : 0) },
    isThirdBelow: true,
    centre: "line",
    total: 21 * unit,
    ring: 25 * unit,
    plate: [140 * unit, 30],
    dealer: 0.6 * unit,
  };
}

/** No room for a dealer: cards begin at the far edge, totals stand between the hands. */
export function lowPhone({ width, height, top, felt }: PlanRequest): Measures {
  const unit = Math.min(width / 390, 1.2);
  const deep = height - top;
  const hasFoot = felt.trays + felt.modes > 0;
  const spare = deep - 320;
  const more = spare > 0 ? Math.min(40, spare * 0.3) : Math.max(-18, spare * 0.5); // less with tabs of other tables
  return {
    lens: {
      centre: width / 2,
      far: top + 12,
      near: height - 22,
      farScale: 0.9,
      nearScale: 1.06,
      tilt: 0.97,
      radius: 3 * width,
      columns: 0.97,
    },
    unit: 0.5 * unit,
    rail: 30,
    edge: 22,
    bar: [7, 15],
    half: width / 2 - 7,
    tieHalf: width * 0.113,
    modeWidth: 0,
    main: (hasFoot ? 84 : 92) + more,
    side: 50,
    caption: 15,
    gap: 5,
    foot: hasFoot ? 45 : 0,
    extrasInRow: false,
    title: 20 * unit,
    tracking: 0.07,
    chip: more < 0 ? 20 : 30,
    hasOthers: true,
    cards: { inner: 80 * unit, gap: 3, top: 6, widest: 66 * unit, margin: 12, under: 0 },
    isThirdBelow: true,
    centre: "column",
    total: 16 * unit,
    ring: 18 * unit,
    plate: [126 * unit, 26],
    dealer: 0,
  };
}

/** A phone held sideways, and a desk zoomed to twice its size: one side row, trays and modes at its end. */
export function landscape({ width, height, top, felt }: PlanRequest): Measures {
  const deep = height - top;
  const hasRow = felt.rows.length + felt.trays + felt.modes > 0; // modes stay when side bets are folded away
  const unit = Math.min(0.62, deep / 460);
  return {
    lens: {
      centre: width / 2,
      far: top + 10,
      near: height - 10,
      farScale: 0.93,
      nearScale: 1.04,
      tilt: 0.97,
      radius: 5 * width,
    },
    unit,
    rail: 22,
    edge: 17,
    bar: [5, 12],
    half: width * 0.482,
    tieHalf: width * 0.088,
    modeWidth: 0,
    main: Math.max(58, (deep - 120) * (hasRow ? 0.46 : 0.6)),
    side: 51,
    caption: 14,
    gap: 5,
    foot: 0,
    extrasInRow: true,
    title: 21,
    tracking: 0.1,
    chip: 28,
    hasOthers: true,
    cards: { inner: 112, gap: 4, top: 5, widest: 84, margin: 12, under: 0 },
    isThirdBelow: false,
    centre: "column",
    total: 20,
    ring: 23,
    plate: [196, 26],
    dealer: 0,
  };
}
