/**
 * How a win is celebrated, and what came out that is worth a name. A round that returned no more than was staked is
 * told, never celebrated. What is rare is read off the odds that the server says were paid, not off a bet's name.
 */
import type { FieldInfo, RoundResult, Settlement } from "../wire/protocol.generated";
import { isOpenInRound } from "../state/open-in-round";
import { resultOf, type TableView } from "../state/table-view";

/** 0: nothing to celebrate; 1: up to the stake was won; 2: more; 3: more than ten times the stake. */
export type Tier = 0 | 1 | 2 | 3;

const LARGE = 10; // stakes
const RARE_FROM = 10; // to one
const ORDINARY_SIDE = 1; // what backs a side pays at most this; more are extra odds

export function tierOf({ staked, returned }: Pick<Settlement, "staked" | "returned">): Tier {
  const won = returned - staked;
  if (won <= 0) return 0;
  if (won <= staked) return 1;
  return won <= LARGE * staked ? 2 : 3;
}

/** Of the round whose result is on the table. */
export function celebratedTier(view: TableView): Tier {
  return view.settlement && resultOf(view) ? tierOf(view.settlement) : 0;
}

export interface RareLine {
  readonly field: FieldInfo;
  readonly odds: string;
}

/** The rarest line of a round that could be backed, backed or not; null where all that came out is ordinary. */
export function rareLine(result: RoundResult, fields: readonly FieldInfo[]): RareLine | null {
  let rarest: RareLine | null = null;
  for (const [bet, odds] of result.came_out) {
    const field = fields.find((each) => each.bet === bet);
    if (!field || !isOpenInRound(field, result.round)) continue;
    const isRare = toOne(odds) >= RARE_FROM || (field.backs !== null && toOne(odds) > ORDINARY_SIDE);
    if (isRare && (rarest === null || toOne(odds) > toOne(rarest.odds))) rarest = { field, odds };
  }
  return rarest;
}

function toOne(odds: string): number {
  const [over = "0", under = "1"] = odds.split("/");
  return Number(over) / Number(under);
}
