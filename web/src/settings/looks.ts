/** What a patron may choose for cards and cloth. Names only: the drawings are in `cards`, the colours in the tokens. */
export const BACKS = ["lattice", "scales", "rosette", "argyle"] as const;
export const CLOTHS = ["green", "blue", "plum", "slate", "game"] as const; // game: as the emblem of the table's book

export type Back = (typeof BACKS)[number];
export type Cloth = (typeof CLOTHS)[number];
