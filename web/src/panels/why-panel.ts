/** Help, opened at a finished round: its hands in the drawn chart, and what decided it. */
import type { TableView } from "../state/table-view";
import type { Panel } from "./panels.svelte";

type Help = Extract<Panel, { kind: "help" }>;

/** The last round that this table has shown, as help takes it. */
export function lastRoundHelp(view: TableView): Help {
  const help = { kind: "help", book: view.info.book, table: view.id } as const;
  const last = view.last_result;
  return last ? { ...help, hands: handsOf(last.player.cards, last.banker.cards) } : help;
}

export function whyPanel(book: string, player: readonly string[], banker: readonly string[]): Help {
  return { kind: "help", book, hands: handsOf(player, banker), isWhy: true };
}

function handsOf(player: readonly string[], banker: readonly string[]): string {
  return `${player.join(" ")} / ${banker.join(" ")}`;
}
