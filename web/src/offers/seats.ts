/** Which tables to offer to somebody who wants to sit down now. Pure. */
import type { LobbyTable } from "../wire/protocol.generated";
import { rankedRoads } from "./good-roads";

const TIME_TO_BET_MS = 5_000; // less, and the betting would close before the first chip is down
const BETS_IN_A_PURSE = 20; // a seat whose smallest bet could be placed this often

export type Wishes = {
  readonly now: number;
  readonly balance: number | null;
  readonly favourites: readonly string[];
  readonly hiddenRoads: readonly string[];
  readonly besides: readonly string[]; // tables that are open already
};

/** Shared tables that can be joined, the best first: open for bets now, favourites, good roads, then time left. */
export function seatsNow(tables: readonly LobbyTable[], wishes: Wishes): LobbyTable[] {
  const roads = rankedRoads(tables, wishes.hiddenRoads).map((found) => found.table);
  const timeLeft = (table: LobbyTable): number =>
    table.phase === "betting" && table.ends_at !== null ? table.ends_at - wishes.now : 0;
  const rank = (table: LobbyTable): readonly number[] => [
    wishes.balance === null || table.stake_min * BETS_IN_A_PURSE <= wishes.balance ? 0 : 1,
    timeLeft(table) >= TIME_TO_BET_MS ? 0 : 1,
    wishes.favourites.includes(table.table) ? 0 : 1,
    roads.includes(table.table) ? roads.indexOf(table.table) : roads.length,
    -timeLeft(table),
  ];
  return tables
    .filter((table) => table.kind !== "on_demand" && table.paused === null && !wishes.besides.includes(table.table))
    .map((table) => ({ table, rank: rank(table) }))
    .sort((one, other) => compare(one.rank, other.rank))
    .map(({ table }) => table);
}

/** The same offers at the same places as long as they can be taken: nothing moves under a finger. */
export function keptOffers(
  shown: readonly string[],
  best: readonly LobbyTable[],
  count: number,
  now: number,
): readonly string[] {
  const isOpen = ({ phase, ends_at }: LobbyTable): boolean => phase === "betting" && (ends_at ?? 0) > now;
  const open = best.filter(isOpen).map((each) => each.table);
  const kept = shown.map((place) => (open.includes(place) ? place : null)).slice(0, count);
  const next = best.map((each) => each.table).filter((place) => !kept.includes(place));
  return Array.from({ length: Math.min(count, best.length) }, (_, at) => kept[at] ?? next.shift() ?? "");
}

function compare(one: readonly number[], other: readonly number[]): number {
  const differs = one.findIndex((value, place) => value !== other[place]);
  return differs === -1 ? 0 : (one[differs] ?? 0) - (other[differs] ?? 0);
}
