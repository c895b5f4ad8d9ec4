/** The tables open in this tab, kept so that a reload brings back all of them, to the same patron. */
const KEPT = "punto.open-tables";

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

export function keepTables(patron: string, open: readonly string[], storage: Storage = sessionStorage): void {
  try {
    storage.setItem(KEPT, JSON.stringify({ patron, open }));
  } catch {
    // without storage a reload keeps only the table in the address
  }
}

export function keptTables(patron: string, atMost: number, storage: Storage = sessionStorage): readonly string[] {
  try {
    const kept = JSON.parse(storage.getItem(KEPT) ?? "null") as { patron?: unknown; open?: unknown } | null;
    if (kept?.patron !== patron || !Array.isArray(kept.open)) return [];
    return [...new Set(kept.open.filter((place) => typeof place === "string"))].slice(0, atMost);
  } catch {
    return []; // damaged, or no storage
  }
}
