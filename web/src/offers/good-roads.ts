/** Good roads among tables: those the patron looks for, the longest first, at most three, one for a table. */
import type { GoodRoad } from "../wire/protocol.generated";

export type RankedRoad = {
  readonly rank: number;
  readonly table: string;
  readonly road: string;
  readonly rounds: number;
};

/** Every good road the server knows, in the order in which they are offered to choose from. */
export const GOOD_ROADS = [
  "long-banker",
  "long-player",
  "single-jump",
  "double-jump",
  "adjoining-pairs",
  "hall-banker",
  "hall-player",
  "banker-jumps",
  "player-jumps",
  "banker-runs",
  "player-runs",
] as const;

const SHOWN_AT_MOST = 3;

export function rankedRoads(
  tables: readonly { readonly table: string; readonly good_roads: readonly GoodRoad[] }[],
  hidden: readonly string[],
): RankedRoad[] {
  return tables
    .flatMap(({ table, good_roads }) => {
      const best = good_roads.find(([road]) => !hidden.includes(road)); // the server sends the longest first
      return best ? [{ table, road: best[0], rounds: best[1] }] : [];
    })
    .sort((one, other) => other.rounds - one.rounds)
    .slice(0, SHOWN_AT_MOST)
    .map((found, place) => ({ rank: place + 1, ...found }));
}
