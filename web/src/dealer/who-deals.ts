/** Which of the four deals at a table: a new shoe brings a new dealer, and everybody at the table sees the same one. */

import { placeOf, type TableView } from "../state/table-view";
import { PEOPLE, type Person } from "./drawing/people";

export function whoDeals(table: string, shoe: number): Person {
  const start = Array.from(placeOf(table)).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return PEOPLE[(start + shoe) % PEOPLE.length] ?? PEOPLE[0];
}

/** The drawn dealer of a table; none where a person deals real cards or where a picture shows who deals. */
export function drawnDealer(view: Pick<TableView, "id" | "shoe" | "info">, showsPicture: boolean): Person | null {
  return view.info.dealer === "person" || showsPicture ? null : whoDeals(view.id, view.shoe);
}
