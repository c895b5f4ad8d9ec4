/** Which round of which shoe it is. Before the first round, and before the first shoe, only the shoe has a number. */
import type { TableView } from "../state/table-view";
import { say } from "../words/say.svelte";

export function whichRound({ shoe, round }: Pick<TableView, "shoe" | "round">): string {
  if (shoe > 0 && round > 0) return say("table.shoe_round", { shoe, round });
  return say("shoe.number", { shoe: Math.max(1, shoe) });
}
