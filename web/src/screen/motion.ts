/** All durations and easing curves. Brisk takes 60 % of the time; still replaces every movement by a short fade. */
export const CURVE = {
  chip: "cubic-bezier(.2,.8,.2,1)",
  card: "cubic-bezier(.16,.84,.32,1)",
  turn: "ease-in-out",
  home: "ease-in",
  out: "ease-out",
} as const;

export const MS = {
  chipToField: 220,
  refusedShake: 240,
  refusedHome: 260,
  cardFromShoe: 320,
  turnOver: 260,
  thirdCall: 500,
  thirdSlide: 360,
  naturalHold: 600,
  storm: 2_400,
  loserDims: 200,
  winnerGlow: 700,
  bannerIn: 160,
  losersSweepAfter: 300,
  losersSweep: 380,
  losersApart: 40,
  stackAside: 200,
  payoutFly: 420,
  payoutApart: 60,
  meterCount: 600,
  largeCount: 1_200,
  markPop: 240,
  markRipple: 900,
  forecast: 150,
  panelIn: 240,
  panelOut: 180,
  tableIn: 300,
  fade: 120,
} as const;

export type Motion = "full" | "brisk" | "still";

const BRISK = 0.6;

/** What the patron chose, unless the system asks for less. */
export function motionOf(chosen: Motion): Motion {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "still" : chosen;
}

export function duration(name: keyof typeof MS, motion: Motion): number {
  if (motion === "still") return MS.fade;
  return motion === "brisk" ? MS[name] * BRISK : MS[name];
}
