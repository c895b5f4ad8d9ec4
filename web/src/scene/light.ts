/** Where light falls when a round is decided: the beam on the winning side and the band that the sweep leaves alone. */
import type { Point } from "../stage/camera";
import type { Plan } from "../stage/plan-types";
import type { SideName } from "../state/table-view";

const LAMP = { inner: 40, outer: 260, above: 60 } as const; // units beside and above the dealer

/** Four corners: from the lamp over the dealer down to the far edge of the winning field. */
export function beamOn(side: SideName, { dealer, main, unit }: Plan): readonly Point[] {
  const out = side === "player" ? -1 : 1;
  const field = main[side];
  const foot = field.middle.y - field.height / 2;
  const top = dealer.lip - LAMP.above * unit;
  return [
    [dealer.x + out * LAMP.inner * unit, top],
    [dealer.x + out * LAMP.outer * unit, top],
    [field.middle.x + (out * field.width) / 2, foot],
    [field.middle.x - (out * field.width) / 2, foot],
  ];
}

/** A CSS clip of these corners. */
export function polygon(corners: readonly Point[]): string {
  return `polygon(${corners.map(([x, y]) => `${Math.round(x)}px ${Math.round(y)}px`).join(", ")})`;
}

/** From here down the sweep may be bright: the title stands above. */
export function belowTitle({ middle, height, title }: Plan["main"]["tie"]): number {
  return Math.round(middle.y - height / 2 + title.size * 1.5);
}
