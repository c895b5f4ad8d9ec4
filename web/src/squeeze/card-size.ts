/**
 * The size of squeezed cards: 312 px wide on a desk, 266 on a phone, and at least 28 from the screen's edge, however
 * they are turned. A card's place is the same before and after a turn, so nothing around it moves.
 */
import type { Arrangement } from "../screen/arrangement";

const DESK_WIDTH = 312;
const HAND_WIDTH = 266;
const EDGE = 28; // reserved for the system's back swipe
const HEIGHT = 1.4; // of the width
const LEAST = 96;
const OTHERS = 268; // beside the cards, for the hand of somebody else
const OTHERS_LOW = 176;
const AROUND = { desk: 356, tablet: 420, phone: 430, shortPhone: 340, landscape: 356, low: 128 }; // above and below
const SHORT = 800; // px of a phone; under it faces of the others do not show

export interface CardSize {
  readonly width: number;
  readonly turnedWidth: number; // of a card that lies across
  readonly gap: number;
  readonly showsBoth: boolean; // of a hand's two cards; otherwise one, and the other as a thumbnail
}

export function cardSize(
  arrangement: Arrangement,
  screen: { readonly width: number; readonly height: number },
): CardSize {
  const showsBoth = arrangement === "desk" || arrangement === "landscape";
  const isLow = screen.height < 500;
  const gap = isLow ? 20 : 46;
  const isShort = arrangement === "phone" && screen.height < SHORT;
  const high = (screen.height - AROUND[isLow ? "low" : isShort ? "shortPhone" : arrangement]) / HEIGHT;
  const beside = showsBoth ? (isLow ? OTHERS_LOW : OTHERS) : 0;
  const room = screen.width - 2 * EDGE - beside;
  const wanted = arrangement === "phone" ? HAND_WIDTH : DESK_WIDTH;
  const wide = showsBoth ? (room - gap) / 2 : room;
  const width = Math.floor(Math.max(LEAST, Math.min(wanted, high, wide)));
  const across = showsBoth ? width + gap - 8 : room;
  return { width, turnedWidth: Math.floor(Math.min(width, across / HEIGHT)), gap, showsBoth };
}
