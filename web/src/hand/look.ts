/** How a side looks once the round is over: its cards, total and half of the cloth follow this. */
import { resultOf, type SideName, type TableView } from "../state/table-view";

export type Look = "plain" | "won" | "lost";

export function lookOf(view: TableView, side: SideName): Look {
  const winner = resultOf(view)?.winner ?? "tie";
  if (winner === "tie") return "plain";
  return winner === side ? "won" : "lost";
}
