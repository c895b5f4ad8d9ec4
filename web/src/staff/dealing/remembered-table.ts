/** The table this browser stands at. A tablet is screwed to its table, so nobody should have to choose it twice. */
const KEY = "punto.staff.table";

export function rememberedTable(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export function rememberTable(table: string): void {
  try {
    localStorage.setItem(KEY, table);
  } catch {
    // without storage the table is chosen again next time
  }
}
