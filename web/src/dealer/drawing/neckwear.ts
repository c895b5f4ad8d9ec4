/** Collar with bow, tie or scarf. */
import { darker, fill, lighter, line } from "./ink";
import { LINEN } from "./paints";
import type { Person } from "./people";

export function neckwear(person: Person): string {
  switch (person.neckwear) {
    case "bow":
      return collar() + bow(person.neckColour);
    case "tie":
      return tie(person.neckColour, person.metal) + collar();
    case "scarf":
      return scarf(person.neckColour);
  }
}

function collar(): string {
  const wings = "M-29 17C-28 26 -20 38 -12 46L0 38L-22 18ZM29 17C28 26 20 38 12 46L0 38L22 18Z";
  return (
    fill(wings, LINEN.lit) +
    fill("M-22 18L0 38L-4 41L-27 22ZM22 18L0 38L4 41L27 22Z", LINEN.shade, 0.55) +
    line("M-29 17C-28 26 -20 38 -12 46L0 38M29 17C28 26 20 38 12 46L0 38", LINEN.fold, 1, 0.8)
  );
}

function bow(colour: string): string {
  const lit = lighter(colour, 0.28);
  return (
    fill(
      "M0 40C-9 31 -25 27 -31 31C-33 38 -33 47 -31 53C-25 57 -9 52 0 45C9 52 25 57 31 53C33 47 33 38 31 31C25 27 9 31 0 40Z",
      colour,
    ) +
    fill(
      "M-30 32C-26 36 -26 48 -30 52C-24 54 -14 50 -7 46L-7 38C-14 33 -24 29 -30 32ZM30 32C26 36 26 48 30 52C24 54 14 50 7 46L7 38C14 33 24 29 30 32Z",
      lit,
      0.22,
    ) +
    line(
      "M-27 34C-20 35 -12 38 -6 41M27 34C20 35 12 38 6 41M-24 50C-18 48 -11 46 -6 44M24 50C18 48 11 46 6 44",
      lit,
      1.3,
      0.7,
    ) +
    `<rect x="-6" y="36.5" width="12" height="13" rx="4" fill="${lighter(colour, 0.1)}" stroke="${lit}" stroke-width=".8"/>`
  );
}

function tie(colour: string, metal: string): string {
  const [lit, deep] = [lighter(colour, 0.24), darker(colour, 0.4)];
  return (
    fill("M-8 37L8 37L6 50L-6 50Z", colour) +
    fill("M-6 50L6 50L13 104L0 116L-13 104Z", colour) +
    fill("M1 50L6 50L13 104L4 112Z", deep, 0.6) +
    line("M-9 74L6 58M-11 90L9 70M-11 104L11 84", lit, 2.2, 0.4) +
    line("M-6 50L6 50", deep, 1.6, 0.9) +
    line("M-5 39C-3 43 -3 46 -4 49", lit, 1.4, 0.7) +
    `<rect x="-9.5" y="80" width="19" height="3.6" rx="1.4" fill="${metal}" stroke="${darker(metal, 0.5)}" stroke-width=".6"/>`
  );
}

function scarf(colour: string): string {
  const [lit, deep] = [lighter(colour, 0.42), darker(colour, 0.34)];
  return (
    fill("M-28 15C-19 30 19 30 28 15L33 28C21 46 -21 46 -33 28Z", colour) +
    fill("M-33 28C-21 46 21 46 33 28L30 25C18 39 -18 39 -30 25Z", deep, 0.55) +
    line("M-30 20C-17 34 17 34 30 20M-28 24C-15 38 15 38 28 24", lit, 1.5, 0.75) +
    fill("M-6 38C-16 54 -15 78 -9 98L1 100C5 80 6 58 5 38Z", deep) +
    fill("M-3 38C-9 58 -5 82 2 102L13 97C16 76 13 54 7 38Z", colour) +
    line("M1 44C-2 60 0 80 5 96M7 46C8 62 9 78 9 92", lit, 1.4, 0.65) +
    `<ellipse cx="1" cy="38.5" rx="10" ry="7.4" fill="${lighter(colour, 0.12)}"/>` +
    line("M-6 36C-2 33 4 33 8 37M-5 41C-1 43 4 43 7 40", lit, 1.3, 0.9)
  );
}
