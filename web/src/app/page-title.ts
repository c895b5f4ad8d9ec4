/** What a tab or window is called: the table in front and its clock, so that it can be followed from elsewhere. */
export function pageTitle(
  house: string,
  table: { readonly title: string; readonly seconds: number | null } | null,
): string {
  if (!table) return house;
  return table.seconds === null ? `${table.title} · ${house}` : `${table.title} · ${table.seconds} s`;
}
