/** Where light falls when a round is decided: the beam on the winning side and the band that the sweep leaves alone. */
import type { Plan } from "../stage/plan-types";
import type { SideName } from "../state/table-view";

const WIDE = 24; // degrees that the beam opens
const LAMP = 60; // units above the table's far edge, over the dealer

/** A cone of light from above the dealer to the middle of the winning field, as a CSS background. */
export function beamOn(side: SideName, { dealer, main, unit }: Plan): string {
  const [x, y] = [dealer.x, dealer.lip - LAMP * unit];
  const { middle } = main[side];
  const towards = (Math.atan2(middle.x - x, y - middle.y) * 180) / Math.PI; // clockwise from straight up
  const [from, to] = [Math.round(towards - WIDE), 2 * WIDE];
  const stops = `transparent, var(--beam) ${to * 0.35}deg ${to * 0.65}deg, transparent ${to}deg`;
  return `conic-gradient(from ${from}deg at ${Math.round(x)}px ${Math.round(y)}px, ${stops})`;
}

/** From here down the sweep may be bright: the title stands above. */
export function belowTitle({ middle, height, title }: Plan["main"]["tie"]): number {
  return Math.round(middle.y - height / 2 + title.size * 1.5);
}
