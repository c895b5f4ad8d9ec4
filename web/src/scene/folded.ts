/** Whether a table's side bets are all closed until the next shoe, so that their rows may fold away. */
import type { TableView } from "../state/table-view";

export function areSidesOver(view: TableView): boolean {
  const sides = view.info.fields.filter((field) => field.backs === null && !field.is_tie);
  return sides.length > 0 && sides.every((field) => field.last_round !== null && view.round > field.last_round);
}

/** Only between two rounds may the rows fold or come back. */
export function mayFold(view: TableView): boolean {
  return view.phase === "betting" || view.phase === "shoe_change";
}
