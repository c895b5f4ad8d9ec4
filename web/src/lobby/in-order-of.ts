/** Of what is wanted now, in the order before; what is new comes last. */
export function inOrderOf<T extends { readonly table: string }>(tables: readonly T[], before: readonly string[]): T[] {
  const places = new Map(before.map((table, place) => [table, place]));
  const placeOf = ({ table }: T) => places.get(table) ?? before.length;
  return tables.toSorted((one, other) => placeOf(one) - placeOf(other));
}
