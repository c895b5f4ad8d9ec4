/** How much more fits on a field. */
import type { TableView } from "./table-view";

/** As the server told it, less what has come to lie there since; the server decides all the same. */
export function roomLeft(view: TableView, bet: string): number {
  const on = (stakes: TableView["stakesWhenTold"]) => stakes.find(([id]) => id === bet)?.[1] ?? 0;
  const room = view.seat?.fields.find((field) => field.bet === bet)?.room ?? Infinity;
  return room - (on(view.seat?.stakes ?? []) - on(view.stakesWhenTold));
}
