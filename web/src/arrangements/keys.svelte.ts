/** Keyboard control of a table: chips, fields, buttons, overlays. Inactive while typing or while a panel is open. */
import { feltLayout } from "../felt/layout/layout";
import { mayWait } from "../floor/next-bets.svelte";
import { panel } from "../panels/panels.svelte";
import { settings } from "../settings/settings.svelte";
import type { TableView } from "../state/table-view";
import { clearAll, clearLast, deal, double, raise, repeat } from "../betting/bets";
import { chipsOnRail, placing } from "../betting/placing.svelte";

export interface KeyRow {
  readonly keys: string;
  readonly words:
    | "keys.chips"
    | "keys.main"
    | "keys.fields"
    | "keys.clear"
    | "keys.double"
    | "keys.repeat"
    | "keys.raise"
    | "keys.deal"
    | "keys.limits"
    | "keys.winnings"
    | "keys.help";
}

export const KEY_ROWS: readonly KeyRow[] = [
  { keys: "1 – 8", words: "keys.chips" },
  { keys: "P T B", words: "keys.main" },
  { keys: "← ↑ ↓ → ⏎", words: "keys.fields" },
  { keys: "⌫", words: "keys.clear" },
  { keys: "D", words: "keys.double" },
  { keys: "R", words: "keys.repeat" },
  { keys: "U", words: "keys.raise" },
  { keys: "␣", words: "keys.deal" },
  { keys: "L", words: "keys.limits" },
  { keys: "W", words: "keys.winnings" },
  { keys: "?", words: "keys.help" },
];

const TYPES = "input, textarea, select, [contenteditable]";

/** Whether the key was handled. */
export function pressed(
  event: KeyboardEvent,
  view: TableView,
  views: readonly TableView[],
  showKeys: () => void,
): boolean {
  const target = event.target as HTMLElement | null;
  if (event.ctrlKey || event.metaKey || event.altKey || panel() !== null || target?.closest?.(TYPES)) return false;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const chip = /^[1-8]$/.test(key) ? chipsOnRail(view)[Number(key) - 1] : undefined;
  if (chip !== undefined) {
    placing.choose(view, chip);
    return true;
  }
  switch (key) {
    case "p":
    case "t":
    case "b":
      return placeMain(view, key);
    case "Backspace":
      if (event.shiftKey || views.length > 1) clearAll(views);
      else clearLast(view);
      return true;
    case "d":
      double(view);
      return true;
    case "r":
      repeat(views);
      return true;
    case "u":
      raise(view);
      return true;
    case " ":
      if (target?.closest?.("button:not([data-anchor]), .cloth-button") || view.info.kind !== "on_demand") return false;
      deal(view);
      return true;
    case "l":
      settings.showLimits = !settings.showLimits;
      return true;
    case "w":
      settings.showWinnings = !settings.showWinnings;
      return true;
    case "?":
      showKeys();
      return true;
    default:
      return false;
  }
}

function placeMain(view: TableView, key: "p" | "t" | "b"): boolean {
  const { main } = feltLayout(view.info, view.seat?.mode ?? null);
  const field = { p: main.player, t: main.tie, b: main.banker }[key];
  if (field && (view.phase === "betting" || mayWait(view))) placing.place(view, field.info.bet);
  return true;
}
