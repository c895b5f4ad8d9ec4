/** A table's limits in one pair: those of the bets that back a side. */
import type { TableInfo } from "../wire/protocol.generated";

/** `max` is null where only the house's own arithmetic bounds a stake. */
export function limitsOf(info: TableInfo): { readonly min: number; readonly max: number | null } {
  const sides = info.fields.filter((field) => field.backs !== null);
  const highest = sides.map((field) => field.stake_max).filter((most) => most !== null);
  const most = highest.length > 0 ? Math.max(...highest) : null;
  return { min: Math.min(...sides.map((field) => field.stake_min)), max: most ?? info.difference_max };
}
