/** A dealer's head, of which the patron sees chin and mouth: above the lips it fades into the dark of the room. */
import { darker, downwards, fill, lighter, line, mix, round } from "./ink";
import type { Hair, Person } from "./people";

const FACE = "M-40 -92C-43 -58 -41 -36 -33 -19C-25 -5 -12 3 0 3C12 3 25 -5 33 -19C41 -36 43 -58 40 -92Z";
const BEARD =
  "M-39 -50C-38 -32 -32 -17 -25 -8C-16 1 -8 5 0 5C8 5 16 1 25 -8C32 -17 38 -32 39 -50C34 -38 28 -32 20 -31C12 -33 6 -34 0 -33C-6 -34 -12 -33 -20 -31C-28 -32 -34 -38 -39 -50Z";
const NECK = "M-22 -10C-21 8 -23 17 -30 27L0 48L30 27C23 17 21 8 22 -10C14 3 -14 3 -22 -10Z";
const UNDER_CHIN = "M-22 -10C-14 3 14 3 22 -10C22 4 21 11 23 17C10 12 -10 12 -23 17C-21 11 -22 4 -22 -10Z";

const HAIR: Readonly<Record<Hair, string>> = {
  bob: "M-46 -92C-58 -56 -56 -24 -48 -10C-42 -6 -36 -10 -34 -18L34 -18C36 -10 42 -6 48 -10C56 -24 58 -56 46 -92Z",
  short: "M-42 -92C-47 -66 -45 -50 -42 -42L42 -42C45 -50 47 -66 42 -92Z",
  long: "M-46 -92C-66 -46 -62 -2 -58 34C-46 48 -30 42 -26 20L26 20C30 42 46 48 58 34C62 -2 66 -46 46 -92Z",
};
export function head(person: Person, id: string): string {
  const { skin, hair, cut, metal } = person;
  const gradients =
    round(`${id}-face`, [0.45, 0.62], 0.6, [
      [0, lighter(skin, 0.2)],
      [0.6, skin],
      [1, darker(skin, 0.36)],
    ]) +
    downwards(`${id}-fade`, [
      [0.1, "#fff", 0],
      [0.24, "#fff", 0.1],
      [0.38, "#fff", 0.6],
      [0.5, "#fff", 1],
    ]) +
    `<mask id="${id}-mask" maskUnits="userSpaceOnUse" x="-90" y="-92" width="180" height="160"><rect x="-90" y="-92" width="180" height="160" fill="url(#${id}-fade)"/></mask>`;
  return (
    `<defs>${gradients}</defs><g mask="url(#${id}-mask)">` +
    fill(HAIR[cut], hair) +
    fill(FACE, `url(#${id}-face)`) +
    fill("M20 -66C38 -52 36 -22 18 -5C36 -12 42 -36 41 -76Z", "#000", 0.16) +
    (person.hasBeard ? fill(BEARD, mix(hair, skin, 0.25), 0.72) : "") +
    mouth(person) +
    (person.hasEarrings ? earrings(metal) : "") +
    `</g>`
  );
}

export function neck({ skin }: Person, id: string): string {
  const shading = round(id, [0.46, 0.2], 0.8, [
    [0, lighter(skin, 0.06)],
    [0.6, darker(skin, 0.12)],
    [1, darker(skin, 0.42)],
  ]);
  return (
    `<defs>${shading}</defs>` +
    fill(NECK, `url(#${id})`) +
    fill(UNDER_CHIN, "#000", 0.34) +
    line("M-13 14C-9 24 -5 32 -2 38M13 14C9 24 5 32 2 38", darker(skin, 0.4), 2, 0.3)
  );
}

function mouth({ skin, blush }: Person): string {
  const [upper, lower] = [mix(skin, blush, 0.78), mix(skin, blush, 0.6)];
  return (
    fill("M-14 -22C-8 -27 -4 -27 0 -24.5C4 -27 8 -27 14 -22C8 -20.5 -8 -20.5 -14 -22Z", upper) +
    fill("M-14 -22C-8 -20.5 8 -20.5 14 -22C9 -14 -9 -14 -14 -22Z", lower) +
    line("M-14 -22C-7 -20 7 -20 14 -22", darker(blush, 0.45), 1.1, 0.8) +
    line("M-5 -17.5Q0 -16.5 5 -17.5", "#fff", 1.4, 0.3) +
    line("M-8 -11C-3 -9 3 -9 8 -11", darker(skin, 0.4), 1.6, 0.5)
  );
}

function earrings(metal: string): string {
  return [-1, 1]
    .map((side) => {
      const [x, shine] = [41.5 * side, 40.6 * side];
      return (
        `<circle cx="${x}" cy="-36" r="3.4" fill="${metal}" stroke="${darker(metal, 0.5)}" stroke-width=".7"/>` +
        `<circle cx="${shine}" cy="-37" r="1" fill="#fff" opacity=".8"/>`
      );
    })
    .join("");
}
