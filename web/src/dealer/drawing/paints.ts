/** Colours of the things on the table. They are drawn into bitmaps, where the page's tokens do not reach. */
import type { Back } from "../../settings/looks";
export const BRASS = { lit: "#f0d48c", body: "#c9a04c", deep: "#6f5322" } as const;
export const ACRYLIC = { lit: "#2a3036", dark: "#14181c", deep: "#090b0d" } as const;
export const PAPER = { lit: "#f6f3ea", shade: "#d9d4c4", edge: "#8f8a7c" } as const;
/** As the tokens have them: a picture of its own knows no style sheet. */
export const CARD_BACKS: Readonly<Record<Back, { readonly ground: string; readonly line: string }>> = {
  lattice: { ground: "#7a1f2b", line: "#e8cf95" },
  scales: { ground: "#173a6b", line: "#d9e6f7" },
  rosette: { ground: "#14503c", line: "#efe2b4" },
  argyle: { ground: "#23262c", line: "#e0bd68" },
};
export const WOOD = { lit: "#8a5a30", body: "#4a2d15", deep: "#1d1008" } as const;
export const LINEN = { lit: "#fbfaf6", body: "#eceae3", shade: "#b4b9bc", fold: "#7c878f", deep: "#56626b" } as const;

/** A chip's own colour, and that of the inserts in its edge. */
export const CHIP_EDGES: Readonly<Record<number, readonly [body: string, insert: string]>> = {
  1: ["#ece8dc", "#2b6cb0"],
  5: ["#c4312f", "#f4efe2"],
  25: ["#2f7d4a", "#f4efe2"],
  100: ["#2a2b32", "#f4efe2"],
  500: ["#6d3fa0", "#f4efe2"],
  1000: ["#e0a526", "#f4efe2"],
  5000: ["#7a1f3d", "#f4efe2"],
};
