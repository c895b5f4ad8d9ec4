/** Which of a table's chips is in the patron's hand. Amounts are units, chips are credits. Pure. */
import type { TableView } from "../state/table-view";
import type { OwnChips } from "../settings/own-chips";

export interface Rack {
  readonly chips: readonly number[]; // on the rail, from the smallest
  readonly denomination: number;
  readonly minimum: number; // of the bets that back a side
  readonly first?: number; // the patron's own choice
}

/** With `own`, what the patron has laid out of it. */
export function rackOf({ info, seat }: Pick<TableView, "info" | "seat">, own: OwnChips | null = null): Rack {
  const sides = info.fields.filter((field) => field.backs !== null);
  return {
    chips: own?.chips ?? info.chips.toSorted((one, other) => one - other),
    denomination: seat?.denomination ?? info.denominations[0] ?? 1,
    minimum: Math.min(...sides.map((field) => field.stake_min)),
    ...(own && { first: own.first }),
  };
}

/** On coming to a table: the nearest to the chip one had, the patron's own first one, or the second smallest; never
 below the table's minimum. */
export function preselected({ chips, denomination, minimum, first = chips[1] ?? 0 }: Rack, had: number | null): number {
  const enough = chips.filter((chip) => chip * denomination >= minimum);
  const wanted = had ?? first * denomination;
  return enough.findLast((chip) => chip * denomination <= wanted) ?? enough[0] ?? chips.at(-1) ?? 1;
}

/** The chip of this worth; null where a table has none. */
export function sameWorth({ chips, denomination }: Rack, units: number): number | null {
  return chips.find((chip) => chip * denomination === units) ?? null;
}
