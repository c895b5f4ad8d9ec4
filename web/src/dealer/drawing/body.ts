/** A dealer from the chin to the table's edge: shirt, waistcoat, what is worn at the neck. The arms are drawn apart. */
import { across, darker, downwards, fill, lighter, line } from "./ink";
import { head, neck } from "./head";
import { neckwear } from "./neckwear";
import { LINEN } from "./paints";
import type { Person } from "./people";

/** Within the drawing the chin is the origin and the table's edge lies here. */
export const TABLE_EDGE = 96;
/** Where the sleeves begin, to both sides of the middle, for a usual build. */
export const SHOULDER = { x: 112, y: 70 } as const;

const SHIRT =
  "M-30 21C-58 34 -98 37 -116 50C-133 63 -140 96 -144 134L144 134C140 96 133 63 116 50C98 37 58 34 30 21L0 46Z";
const WAISTCOAT =
  "M-43 29C-60 35 -76 38 -87 41C-97 68 -97 102 -95 136L95 136C97 102 97 68 87 41C76 38 60 35 43 29L3 101L-3 101Z";
const LAPELS =
  "M-43 29C-52 32 -58 34 -62 36C-58 56 -44 76 -30 90L-24 82L-20 94L-3 103L-3 101ZM43 29C52 32 58 34 62 36C58 56 44 76 30 90L24 82L20 94L3 103L3 101Z";

/** Chin at the origin, in units; the caller sets size and place. */
export function body(person: Person, id: string): string {
  const { waistcoat, build, metal } = person;
  const gradients =
    across(`${id}-shirt`, [
      [0, LINEN.fold],
      [0.2, LINEN.body],
      [0.5, LINEN.lit],
      [0.8, LINEN.body],
      [1, LINEN.fold],
    ]) +
    across(`${id}-cloth`, [
      [0, darker(waistcoat, 0.55)],
      [0.3, waistcoat],
      [0.48, lighter(waistcoat, 0.16)],
      [0.7, waistcoat],
      [1, darker(waistcoat, 0.6)],
    ]) +
    across(`${id}-satin`, [
      [0, darker(waistcoat, 0.35)],
      [0.36, lighter(waistcoat, 0.22)],
      [0.5, darker(waistcoat, 0.2)],
      [0.64, lighter(waistcoat, 0.22)],
      [1, darker(waistcoat, 0.4)],
    ]) +
    downwards(`${id}-fall`, [
      [0, "#000", 0.28],
      [0.3, "#000", 0],
      [0.62, "#000", 0.06],
      [1, "#000", 0.5],
    ]);
  return (
    `<g><defs>${gradients}</defs>` +
    head(person, `${id}-head`) +
    neck(person, `${id}-neck`) +
    `<g transform="scale(${build} 1)">` +
    fill(SHIRT, `url(#${id}-shirt)`) +
    line("M-96 44C-104 62 -106 84 -104 108M96 44C104 62 106 84 104 108", LINEN.fold, 1.6, 0.6) +
    `</g>` +
    shirtFront() +
    `<g transform="scale(${build} 1)">` +
    fill(WAISTCOAT, `url(#${id}-cloth)`) +
    tailoring(waistcoat) +
    fill(LAPELS, `url(#${id}-satin)`) +
    line("M-43 29L-3 101M43 29L3 101", "#000", 2.2, 0.5) +
    line("M-62 36C-58 56 -44 76 -30 90L-24 82L-20 94M62 36C58 56 44 76 30 90L24 82L20 94", "#000", 1.2, 0.4) +
    line("M-60 37C-56 56 -43 75 -30 88M60 37C56 56 43 75 30 88", "#fff", 1, 0.16) +
    `</g>` +
    buttons(metal) +
    pocket(metal) +
    neckwear(person) +
    `<g transform="scale(${build} 1)">${fill(SHIRT, `url(#${id}-fall)`)}</g></g>`
  );
}

/** The placket with its buttons, between the lapels. */
function shirtFront(): string {
  return (
    fill("M-24 36L-4 98H4L24 36L0 48Z", LINEN.lit) +
    fill("M-24 36L-4 98H-1L-8 46ZM24 36L4 98H1L8 46Z", LINEN.shade, 0.35) +
    line("M-3.5 50V98M3.5 50V98", LINEN.shade, 0.8, 0.8) +
    [62, 78]
      .map((y) => `<circle cx="0" cy="${y}" r="1.8" fill="#fff" stroke="${LINEN.fold}" stroke-width=".7"/>`)
      .join("")
  );
}

/** Seams and darts: what makes cloth fit. */
function tailoring(waistcoat: string): string {
  return (
    line("M-72 44C-66 74 -64 104 -66 136M72 44C66 74 64 104 66 136", "#000", 1.3, 0.4) +
    line("M-70.5 44C-64.5 74 -62.5 104 -64.5 136M73.5 44C67.5 74 65.5 104 67.5 136", "#fff", 0.8, 0.12) +
    line("M-87 41C-96 68 -96 102 -94 134M87 41C96 68 96 102 94 134", lighter(waistcoat, 0.3), 1.2, 0.4) +
    line("M0 101V136", "#000", 1.4, 0.5)
  );
}

function buttons(metal: string): string {
  return [108, 124]
    .map(
      (y) =>
        `<circle cx="4" cy="${y}" r="3.2" fill="${metal}" stroke="${darker(metal, 0.55)}" stroke-width=".8"/>` +
        `<circle cx="3.2" cy="${y - 0.8}" r="1" fill="#fff" opacity=".75"/>`,
    )
    .join("");
}

/** A breast pocket with a folded cloth on one side, the name's plate on the other. */
function pocket(metal: string): string {
  return (
    fill("M52 62L56 52L62 57L67 51L70 60Z", LINEN.lit) +
    line("M57 61L60 56M64 60L66 54", LINEN.shade, 0.8) +
    fill("M47 66L72 61V68L47 73Z", "#000", 0.4) +
    line("M47 66L72 61", "#fff", 1, 0.24) +
    `<g transform="translate(-60 66) rotate(6)"><rect x="-14" y="-5" width="28" height="10" rx="2" fill="${metal}" stroke="${darker(metal, 0.55)}" stroke-width=".8"/>` +
    line("M-9 -0.5H9", darker(metal, 0.6), 1.4, 0.8) +
    line("M-12 -3.6H12", "#fff", 0.8, 0.6) +
    `</g>`
  );
}
