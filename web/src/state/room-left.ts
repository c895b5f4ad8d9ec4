/** How much more fits on a field, as the server told it; the server decides all the same. */
import type { TableView } from "./table-view";

export function roomLeft(view: TableView, bet: string): number {
  return view.seat?.fields.find((field) => field.bet === bet)?.room ?? Infinity;
}
