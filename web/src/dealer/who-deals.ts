/** Which of the four deals at a table: a new shoe brings a new dealer, and everybody at the table sees the same one. */
import { placeOf, type TableView } from "../state/table-view";
import type { Settings } from "../settings/settings.svelte";
import { PEOPLE, type Person } from "./drawing/people";

export function whoDeals(table: string, shoe: number): Person {
  const start = Array.from(placeOf(table)).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return PEOPLE[(start + shoe) % PEOPLE.length] ?? PEOPLE[0];
}

/** The drawn dealer of a table; none by choice, where a person deals real cards, or where a picture shows who deals. */
export function drawnDealer(
  { id, shoe, info }: Pick<TableView, "id" | "shoe" | "info">,
  chosen: Pick<Settings, "dealer" | "video">,
): Person | null {
  const hasPicture = chosen.video && (info.whep_url ?? info.hls_url) !== null;
  return !chosen.dealer || info.dealer === "person" || hasPicture ? null : whoDeals(id, shoe);
}
