/**
 * Which of a table's chips a patron has on the rail, in which order, and which one is in hand first. One choice counts
 * for every table with the same chips, whatever a credit is worth there. Pure.
 */
export interface OwnChips {
  readonly of: string; // the table's chips, from the smallest: "1 5 25 100"
  readonly chips: readonly number[]; // those on the rail, from the smallest
  readonly first: number; // in hand on coming to a table
  readonly largestFirst: boolean; // how they lie on the rail
}

/** Null: the table's own. What a browser has kept may be damaged. */
export function ownChipsOf(kept: readonly unknown[], chips: readonly number[]): OwnChips | null {
  const own = kept.find((each) => isKept(each) && each.of === written(chips)) as OwnChips | undefined;
  if (!own || own.chips.length === 0 || !own.chips.every((chip) => chips.includes(chip))) return null;
  if (new Set(own.chips).size < own.chips.length) return null;
  return own.chips.includes(own.first) ? own : { ...own, first: Math.min(...own.chips) };
}

/** From left to right. */
export function railChips(own: OwnChips | null, chips: readonly number[]): readonly number[] {
  if (!own) return chips;
  return own.largestFirst ? own.chips.toReversed() : own.chips;
}

/** With one chip laid on the rail or taken off it; the last one stays. */
export function toggledChip(own: OwnChips, chip: number): OwnChips {
  const has = own.chips.includes(chip);
  if (has && own.chips.length === 1) return own;
  const chips = has ? own.chips.filter((each) => each !== chip) : [...own.chips, chip].toSorted((a, b) => a - b);
  return { ...own, chips, first: chips.includes(own.first) ? own.first : Math.min(...chips) };
}

/** As if every chip of the table had been chosen. */
export function allChips(chips: readonly number[], first: number): OwnChips {
  return { of: written(chips), chips: chips.toSorted((a, b) => a - b), first, largestFirst: false };
}

/** Null goes back to the table's own. */
export function withOwnChips(kept: readonly unknown[], chips: readonly number[], own: OwnChips | null): OwnChips[] {
  const others = kept.filter(isKept).filter((each) => each.of !== written(chips));
  return own ? [...others, own] : others;
}

function written(chips: readonly number[]): string {
  return chips.toSorted((a, b) => a - b).join(" ");
}

function isKept(each: unknown): each is OwnChips {
  return typeof each === "object" && each !== null && "of" in each && "chips" in each && Array.isArray(each.chips);
}
