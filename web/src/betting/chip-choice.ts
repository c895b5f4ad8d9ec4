/** Which of a table's chips is in the patron's hand. Amounts are units, chips are credits. Pure. */
import type { TableView } from "../state/table-view";

export interface Rack {
  readonly chips: readonly number[];
  readonly denomination: number;
  readonly minimum: number; // of the bets that back a side
}

export function rackOf({ info, seat }: Pick<TableView, "info" | "seat">): Rack {
  const sides = info.fields.filter((field) => field.backs !== null);
  return {
    chips: info.chips.toSorted((one, other) => one - other),
    denomination: seat?.denomination ?? info.denominations[0] ?? 1,
    minimum: Math.min(...sides.map((field) => field.stake_min)),
  };
}

/** On coming to a table: the nearest to the chip one had, or the second smallest; never below the table's minimum. */
export function preselected({ chips, denomination, minimum }: Rack, had: number | null): number {
  const enough = chips.filter((chip) => chip * denomination >= minimum);
  const wanted = had ?? (chips[1] ?? 0) * denomination;
  return enough.findLast((chip) => chip * denomination <= wanted) ?? enough[0] ?? chips.at(-1) ?? 1;
}

/** The chip of this worth; null where a table has none. */
export function sameWorth({ chips, denomination }: Rack, units: number): number | null {
  return chips.find((chip) => chip * denomination === units) ?? null;
}
