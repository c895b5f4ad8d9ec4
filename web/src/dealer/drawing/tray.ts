/** The tray for cards that have been played: a low open box in which a pile grows. */
import { across, blur, downwards, fill, line, placed, short, type Place } from "./ink";
import type { Back } from "../../settings/looks";
import { ACRYLIC, BRASS, CARD_BACKS, PAPER } from "./paints";

const DRAWN = 160;
const FOOT = 98;
const LOWEST = 7; // a pile's height in the drawing
const HIGHEST = 42;
const CARD = 2.4;

export function tray(place: Place, level: number, design: Back = "lattice"): string {
  const { id } = place;
  const height = LOWEST + (HIGHEST - LOWEST) * level;
  const gradients =
    blur(`${id}-soft`, 5) +
    downwards(`${id}-inside`, [
      [0, ACRYLIC.deep],
      [1, "#1b2025"],
    ]) +
    across(`${id}-pile`, [
      [0, PAPER.shade],
      [0.3, PAPER.lit],
      [1, PAPER.shade],
    ]) +
    downwards(`${id}-glass`, [
      [0, "#a9b8c2", 0.2],
      [0.5, "#0c1013", 0.16],
      [1, "#040506", 0.5],
    ]);
  return placed(
    place,
    DRAWN,
    FOOT,
    `<defs>${gradients}</defs>` +
      `<path d="M-2 94H162L176 106H-14Z" fill="#000" opacity=".58" filter="url(#${id}-soft)"/>` +
      fill("M30 30H130Q134 30 136 34L142 46H18L24 34Q26 30 30 30Z", ACRYLIC.dark) +
      fill("M18 46H142L153 93Q153 98 148 98H12Q7 98 7 93Z", `url(#${id}-inside)`) +
      pile(id, height, design) +
      fill("M18 46H142L153 93Q153 98 148 98H12Q7 98 7 93Z", `url(#${id}-glass)`) +
      fill("M104 46H119L131 98H111Z", "#fff", 0.06) +
      line("M19 46.5H141", "#fff", 1.1, 0.45) +
      line("M18 47L7.5 93M142 47L152.5 93", "#fff", 1, 0.18) +
      line("M31 30.5H129", "#fff", 1, 0.24) +
      fill("M7 93H153Q153 99 147 99H13Q7 99 7 93Z", BRASS.deep) +
      line("M8.5 93.6H151.5", BRASS.lit, 1.2, 0.85),
  );
}

/** Played cards, face down, pushed together by hand: not every edge lies true. */
function pile(id: string, height: number, design: Back): string {
  const top = short(90 - height);
  const far = 66 - height;
  const edges = Array.from({ length: Math.floor(height / CARD) }, (_, index) => {
    const slip = ((index * 7) % 5) * 0.5 - 1;
    return `M${short(32 + slip)} ${short(90 - index * CARD)}H${short(130 + slip)}`;
  });
  return (
    fill(`M32 ${top}H130V91H32Z`, `url(#${id}-pile)`) +
    line(edges.join(""), PAPER.edge, 0.6, 0.75) +
    fill(`M32 ${top}L44 ${short(far)}H118L130 ${top}Z`, PAPER.lit) +
    fill(`M40 ${short(87 - height)}L49 ${short(far + 3)}H113L122 ${short(87 - height)}Z`, CARD_BACKS[design].ground) +
    line(
      `M46 ${short(85 - height)}L53 ${short(far + 5)}H109L116 ${short(85 - height)}Z`,
      CARD_BACKS[design].line,
      0.9,
      0.7,
    )
  );
}
