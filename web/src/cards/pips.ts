/** Where the pips are on a card of 250 × 350, and the outline of each suit in a box of 100 × 100. Drawing only. */
import type { Suit } from "./card-name";

export const WIDTH = 250;
export const HEIGHT = 350;

export const SUIT_PATH: Readonly<Record<Suit, string>> = {
  h: "M50 90 C46 84 8 58 8 32 C8 16 20 8 31 8 C40 8 47 13 50 21 C53 13 60 8 69 8 C80 8 92 16 92 32 C92 58 54 84 50 90Z",
  d: "M50 4 C58 20 72 38 86 50 C72 62 58 80 50 96 C42 80 28 62 14 50 C28 38 42 20 50 4Z",
  s: "M50 6 C54 14 92 38 92 62 C92 75 82 83 71 83 C64 83 58 80 54 75 C55 83 58 90 64 95 L36 95 C42 90 45 83 46 75 C42 80 36 83 29 83 C18 83 8 75 8 62 C8 38 46 14 50 6Z",
  c: "M50 6 C62 6 71 15 71 27 C71 33 69 38 65 42 C67 41 70 41 73 41 C85 41 94 50 94 62 C94 74 85 83 73 83 C65 83 58 79 54 72 C55 82 58 90 64 95 L36 95 C42 90 45 82 46 72 C42 79 35 83 27 83 C15 83 6 74 6 62 C6 50 15 41 27 41 C30 41 33 41 35 42 C31 38 29 33 29 27 C29 15 38 6 50 6Z",
};

export interface Pip {
  readonly x: number;
  readonly y: number;
  readonly isTurned: boolean;
}

const COLUMN = { l: 78, m: 125, r: 172 } as const;
const TOP = 66;
const BOTTOM = HEIGHT - TOP;

// Each pip as its column and its height in percent from the top row to the bottom row.
const PLACES: Readonly<Record<string, string>> = {
  A: "m50",
  "2": "m0 m100",
  "3": "m0 m50 m100",
  "4": "l0 r0 l100 r100",
  "5": "l0 r0 m50 l100 r100",
  "6": "l0 r0 l50 r50 l100 r100",
  "7": "l0 r0 m25 l50 r50 l100 r100",
  "8": "l0 r0 m25 l50 r50 m75 l100 r100",
  "9": "l0 r0 l33 r33 m50 l67 r67 l100 r100",
  "10": "l0 r0 m17 l33 r33 l67 r67 m83 l100 r100",
};

/** Empty for pictures, which are drawn whole. */
export function pipsOf(rank: string): readonly Pip[] {
  return (PLACES[rank] ?? "")
    .split(" ")
    .filter(Boolean)
    .map((place) => {
      const height = Number(place.slice(1));
      return {
        x: COLUMN[place[0] as keyof typeof COLUMN],
        y: TOP + ((BOTTOM - TOP) * height) / 100,
        isTurned: height > 50,
      };
    });
}
