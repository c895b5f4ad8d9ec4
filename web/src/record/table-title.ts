/** A table's name as the lobby has it; one that is gone keeps its id. */
import { floor } from "../floor/floor.svelte";
import { placeOf } from "../state/table-view";

export function tableTitle(table: string): string {
  const place = placeOf(table);
  return floor.house.lobby.find((each) => each.table === place)?.title ?? place;
}
