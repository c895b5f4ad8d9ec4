/** Where a newcomer sits down: the timed table with the lowest limit, without a squeeze. */
import type { LobbyTable } from "../wire/protocol.generated";

export function firstTable(tables: readonly LobbyTable[]): string | null {
  const timed = tables.filter((table) => table.kind === "timed" && !table.has_squeeze && table.paused === null);
  const lowestFirst = [...(timed.length ? timed : tables)].sort((one, other) => one.stake_min - other.stake_min);
  return lowestFirst[0]?.table ?? null;
}
