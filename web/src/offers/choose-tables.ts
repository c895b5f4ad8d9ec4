/** Which tables the lobby shows, and in which order: filters and sorting as pure functions. */
import type { LobbyTable } from "../wire/protocol.generated";
import type { RankedRoad } from "./good-roads";

export type SortBy = "favourites" | "good_road" | "closing" | "limits";
export type LobbyFilter = {
  readonly search: string;
  readonly book: string | null;
  readonly kind: LobbyTable["kind"] | null;
  readonly fromAtMost: number | null; // tables whose minimum bet is at most this
};

export const EVERY_TABLE: LobbyFilter = { search: "", book: null, kind: null, fromAtMost: null };

export function fitting(tables: readonly LobbyTable[], filter: LobbyFilter): LobbyTable[] {
  const search = filter.search.trim().toLocaleLowerCase();
  return tables.filter(
    (table) =>
      (!search || `${table.title} ${table.book_title}`.toLocaleLowerCase().includes(search)) &&
      (!filter.book || table.book === filter.book) &&
      (!filter.kind || table.kind === filter.kind) &&
      (filter.fromAtMost === null || table.stake_min <= filter.fromAtMost),
  );
}

type Known = { readonly favourites: readonly string[]; readonly roads: readonly RankedRoad[]; readonly now: number };

export function sorted(tables: readonly LobbyTable[], by: SortBy, { favourites, roads, now }: Known): LobbyTable[] {
  const places = new Map(tables.map((table, place) => [table.table, place]));
  const ranks = new Map(roads.map((road) => [road.table, road.rank]));
  const rank: Record<SortBy, (table: LobbyTable) => number> = {
    favourites: (table) => (favourites.includes(table.table) ? 0 : 1),
    good_road: (table) => ranks.get(table.table) ?? Infinity,
    closing: (table) => (table.phase === "betting" && table.ends_at ? Math.max(0, table.ends_at - now) : Infinity),
    limits: (table) => table.stake_min,
  };
  return [...tables].sort((one, other) => {
    const [first, second] = [rank[by](one), rank[by](other)];
    return first === second ? (places.get(one.table) ?? 0) - (places.get(other.table) ?? 0) : first - second;
  });
}

/** When no table matches: the one with the nearest limit. */
export function nearest(tables: readonly LobbyTable[], filter: LobbyFilter): LobbyTable | null {
  const wanted = filter.fromAtMost ?? 0;
  const byDistance = (table: LobbyTable): number => Math.abs(table.stake_min - wanted);
  const candidates = fitting(tables, { ...filter, fromAtMost: null });
  const from = candidates.length ? candidates : tables;
  return [...from].sort((one, other) => byDistance(one) - byDistance(other))[0] ?? null;
}
