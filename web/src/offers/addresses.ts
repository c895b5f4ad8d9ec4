/** What an address means now: the lobby, an open table, one to open, or one that cannot be opened. Pure. */
import type { Route } from "../screen/route.svelte";

export type Place =
  | { readonly shows: "lobby" }
  | { readonly shows: "table"; readonly table: string; readonly isOpen: boolean }
  | { readonly shows: "nothing"; readonly table: string; readonly why: "unknown" | "full" };

type Open = { readonly open: readonly string[]; readonly atMost: number; readonly unknown: string | null };

export function placeAt(route: Route, { open, atMost, unknown }: Open): Place {
  if (route.screen === "lobby") return { shows: "lobby" };
  const { table } = route;
  if (open.includes(table)) return { shows: "table", table, isOpen: true };
  if (table === unknown) return { shows: "nothing", table, why: "unknown" };
  if (open.length >= atMost) return { shows: "nothing", table, why: "full" };
  return { shows: "table", table, isOpen: false };
}
