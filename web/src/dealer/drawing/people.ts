/** The four who deal. A table of looks: nobody's drawing knows a name. */
export type Neckwear = "bow" | "tie" | "scarf";
export type Hair = "bob" | "short" | "long";

export interface Person {
  readonly name: string;
  readonly skin: string;
  readonly blush: string; // of lips and palms
  readonly hair: string;
  readonly cut: Hair;
  readonly hasBeard: boolean;
  readonly waistcoat: string;
  readonly neckwear: Neckwear;
  readonly neckColour: string;
  readonly metal: string; // buttons, links, jewellery
  readonly wrist: "none" | "watch" | "bangle"; // on the left
  readonly hasRing: boolean;
  readonly hasEarrings: boolean;
  readonly nails: string;
  readonly build: number; // width of the shoulders, 1 is usual
}

const GOLD = "#e3c474";
const SILVER = "#cfd5da";

export const PEOPLE = [
  {
    name: "Mei",
    skin: "#e6b98f",
    blush: "#b5524c",
    hair: "#2b211d",
    cut: "bob",
    hasBeard: false,
    waistcoat: "#5b1420",
    neckwear: "bow",
    neckColour: "#15161a",
    metal: GOLD,
    wrist: "bangle",
    hasRing: false,
    hasEarrings: true,
    nails: "#c96f6a",
    build: 0.92,
  },
  {
    name: "Rafael",
    skin: "#c08a62",
    blush: "#94564a",
    hair: "#1d1411",
    cut: "short",
    hasBeard: true,
    waistcoat: "#1d2a3f",
    neckwear: "tie",
    neckColour: "#7a1f2b",
    metal: SILVER,
    wrist: "watch",
    hasRing: false,
    hasEarrings: false,
    nails: "#dcb08c",
    build: 1.08,
  },
  {
    name: "Amara",
    skin: "#7f4d32",
    blush: "#7c2f33",
    hair: "#231814",
    cut: "long",
    hasBeard: false,
    waistcoat: "#262b35",
    neckwear: "scarf",
    neckColour: "#b8913f",
    metal: GOLD,
    wrist: "bangle",
    hasRing: true,
    hasEarrings: true,
    nails: "#b98d74",
    build: 0.96,
  },
  {
    name: "Jonas",
    skin: "#efc6a6",
    blush: "#cf8d7b",
    hair: "#8a5a33",
    cut: "short",
    hasBeard: false,
    waistcoat: "#123f33",
    neckwear: "bow",
    neckColour: "#0f2b24",
    metal: GOLD,
    wrist: "watch",
    hasRing: true,
    hasEarrings: false,
    nails: "#f2d3bd",
    build: 1.02,
  },
] as const satisfies readonly Person[];
