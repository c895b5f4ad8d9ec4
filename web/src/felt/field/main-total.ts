/** The total on one field of the main row. Two bets that back the same side share a field. */
import type { SideName, TableView } from "../../state/table-view";

export interface MainTotal {
  readonly stake: number;
  readonly patrons: number;
  readonly bots: number;
}

export function mainTotal(view: TableView, bet: string, backs: SideName | null): MainTotal {
  const ids = backs ? view.info.fields.filter((field) => field.backs === backs).map((field) => field.bet) : [bet];
  return view.totals.reduce(
    (sum, [id, stake, patrons, botStake, bots]) =>
      ids.includes(id)
        ? { stake: sum.stake + stake + botStake, patrons: sum.patrons + patrons, bots: sum.bots + bots }
        : sum,
    { stake: 0, patrons: 0, bots: 0 },
  );
}
