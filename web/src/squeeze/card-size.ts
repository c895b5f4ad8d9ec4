/** The size of a squeezed card: 320 px wide on a desk, 250 on a phone, and at least 28 from the screen's edge. */
import type { Arrangement } from "../screen/viewport.svelte";

const DESK_WIDTH = 320;
const HAND_WIDTH = 250;
const EDGE = 28; // reserved for the system's back swipe
const AROUND = 250; // height of everything above and below
const AROUND_LOW = 150;
const LEAST = 110;

export interface CardSize {
  readonly width: number;
  readonly showsBoth: boolean; // of a hand's two cards; otherwise one, and the other as a thumbnail
}

export function cardSize(
  arrangement: Arrangement,
  screen: { readonly width: number; readonly height: number },
): CardSize {
  const showsBoth = arrangement === "desk" || arrangement === "landscape";
  const high = (screen.height - (screen.height < 500 ? AROUND_LOW : AROUND)) / 1.4;
  const wide = showsBoth ? (screen.width - 2 * EDGE - 40) / 2 : screen.width - 2 * EDGE;
  const wanted = arrangement === "desk" || arrangement === "tablet" ? DESK_WIDTH : HAND_WIDTH;
  return { width: Math.floor(Math.max(LEAST, Math.min(wanted, high, wide))), showsBoth };
}
