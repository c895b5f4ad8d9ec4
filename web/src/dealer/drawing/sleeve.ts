/** A shirt's sleeve in two parts, each along x from its upper joint: cut close, blousing over the elbow and the cuff. */
import { across, blur, darker, downwards, fill, line } from "./ink";
import { LINEN } from "./paints";
import type { Person } from "./people";

export const UPPER = { length: 110, box: { x: -34, y: -36, width: 184, height: 72 } } as const;
export const FORE = { length: 116, box: { x: -32, y: -32, width: 168, height: 64 } } as const;

const UPPER_SHAPE =
  "M-4 -24C14 -27 34 -27 56 -25.5C78 -24 96 -23.5 110 -23A22.5 22.5 0 0 1 110 22C94 24 76 23 56 25C34 26 12 26 -4 24A24 24 0 0 1 -4 -24Z";
const FORE_SHAPE =
  "M0 -22.5C16 -24.5 30 -22 46 -20.5C66 -19 82 -17.5 98 -17C104 -17 108 -15.5 109 -14.5L109 14.5C107 16 104 17 98 17.5C82 18.5 66 19 46 20.5C30 22.5 16 24 0 22.5A22.5 22.5 0 0 1 0 -22.5Z";

/** Where the cloth dips: crescents that begin at a seam or in the bend of the elbow and run out. */
const UPPER_FOLDS = [
  "M76 -26C82 -14 80 -4 70 5C76 -5 76 -14 69 -26Z",
  "M95 -24C104 -12 101 4 88 13C96 2 97 -11 87 -24Z",
  "M98 25C94 13 98 3 109 -4C102 5 100 14 105 25Z",
  "M12 -29C19 -14 17 4 7 20C13 3 13 -13 4 -29Z",
];
const FORE_FOLDS = [
  "M8 -24C18 -12 16 3 3 14C11 2 12 -11 0 -24Z",
  "M14 24C9 12 14 2 26 -4C18 5 17 14 21 24Z",
  "M44 -22C51 -13 50 -4 41 3C46 -5 46 -13 38 -22Z",
  "M66 20C62 13 66 5 75 1C69 7 69 14 72 20Z",
  "M92 -18C98 -10 97 -2 90 4C94 -4 94 -11 87 -18Z",
];
const UPPER_RIDGES = "M84 -20C88 -12 86 -4 80 3M104 -17C108 -9 106 2 98 9M22 -24C26 -12 25 4 18 17";
const FORE_RIDGES = "M19 -18C23 -10 22 0 15 8M50 -16C54 -10 53 -4 48 2M31 16C28 10 31 4 36 1M80 14C78 9 81 5 85 3";

const shading = (id: string): string =>
  downwards(id, [
    [0, LINEN.fold],
    [0.1, LINEN.shade],
    [0.3, LINEN.body],
    [0.46, LINEN.lit],
    [0.62, LINEN.body],
    [0.86, LINEN.shade],
    [1, LINEN.fold],
  ]);

/** The joint's end runs out into whatever lies under it: shirt or upper sleeve. No seam shows, however the arm turns. */
function runsOut(id: string, from: number, markup: string): string {
  const fade = across(`${id}-out`, [
    [0, "#fff", 0],
    [0.25, "#fff", 0.85],
    [1, "#fff", 1],
  ]);
  const room = `y="-40" height="80"`;
  const mask =
    `<mask id="${id}-mask" maskUnits="userSpaceOnUse" x="${from}" width="240" ${room}>` +
    `<rect x="${from}" width="${-from}" ${room} fill="url(#${id}-out)"/><rect x="-0.5" width="240" ${room} fill="#fff"/></mask>`;
  return `<defs>${fade}${mask}</defs><g mask="url(#${id}-mask)">${markup}</g>`;
}

function folds(id: string, dips: readonly string[], ridges: string): string {
  const drawn = fill(dips.join(""), LINEN.deep, 0.3) + line(ridges, "#fff", 2.6, 0.6);
  return `<g filter="url(#${id}-soft)">${drawn}</g>`;
}

export function upperSleeve(id: string): string {
  const sleeve =
    fill(UPPER_SHAPE, `url(#${id})`) +
    line("M2 -25C9 -12 9 12 2 25", LINEN.fold, 1.2, 0.5) +
    folds(id, UPPER_FOLDS, UPPER_RIDGES) +
    line(
      "M-4 -24C14 -27 34 -27 56 -25.5C78 -24 96 -23.5 108 -23M108 22C94 24 76 23 56 25C34 26 12 26 -4 24",
      LINEN.deep,
      0.8,
      0.35,
    );
  return `<defs>${shading(id)}${blur(`${id}-soft`, 1.1)}</defs>${runsOut(id, -24, sleeve)}`;
}

/** The cuff closes the sleeve: two layers of cloth, a row of stitches, a link. */
export function foreSleeve(id: string, { metal }: Person): string {
  const sleeve =
    fill(FORE_SHAPE, `url(#${id})`) +
    folds(id, FORE_FOLDS, FORE_RIDGES) +
    line(
      "M2 -22.7C16 -24.5 30 -22 46 -20.5C66 -19 82 -17.5 98 -17M98 17.5C82 18.5 66 19 46 20.5C30 22.5 16 24 2 22.7",
      LINEN.deep,
      0.8,
      0.35,
    );
  const cuff =
    fill("M103 -16.5Q100 0 103 16.5L108 17Q105 0 108 -17Z", LINEN.deep, 0.34) +
    fill("M106 -16.8Q102.5 0 106 16.8L121 15.8Q124.5 0 121 -15.8Z", `url(#${id})`) +
    fill("M106 -16.8Q102.5 0 106 16.8L121 15.8Q124.5 0 121 -15.8Z", "#fff", 0.45) +
    line("M106 -16.8Q102.5 0 106 16.8", LINEN.fold, 1) +
    line("M121 -15.8Q124.5 0 121 15.8", LINEN.fold, 1.1) +
    `<path d="M118 -15Q121.3 0 118 15" fill="none" stroke="${LINEN.shade}" stroke-width=".8" stroke-dasharray="2 1.6"/>` +
    `<circle cx="112.5" cy="-10" r="2.9" fill="${metal}" stroke="${darker(metal, 0.5)}" stroke-width=".8"/>` +
    `<circle cx="111.8" cy="-10.7" r=".9" fill="#fff" opacity=".8"/>`;
  return `<defs>${shading(id)}${blur(`${id}-soft`, 1.1)}</defs>${runsOut(id, -24, sleeve)}${cuff}`;
}
