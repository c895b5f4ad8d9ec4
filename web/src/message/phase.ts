/** The words and the countdown ring for each phase of a table. */
import type { TableView } from "../state/table-view";
import type { WordKey } from "../words/english/index";
import { isWordKey } from "../words/say.svelte";

export function isHurry(view: TableView, now: number): boolean {
  return view.phase === "betting" && view.ends_at !== null && view.ends_at - now <= view.info.hurry_ms;
}

export function phaseWord(view: TableView, now: number): WordKey {
  switch (view.phase) {
    case "betting":
      if (view.info.kind === "on_demand") return "phase.betting_demand";
      return isHurry(view, now) ? "phase.hurry" : "phase.betting";
    case "dealing":
      if (view.player.cards.length > 0) return "phase.dealing";
      return view.struck.length > 0 && isWordKey("storm.plate") ? "storm.plate" : "phase.closed"; // its words come with it
    case "squeezing":
      return "phase.squeezing";
    case "result":
      return "phase.result";
    case "shoe_change":
      return "phase.shoe_change";
  }
}

export function phaseLasts(view: TableView): number | null {
  switch (view.phase) {
    case "betting":
      return view.info.betting_ms;
    case "squeezing":
      return view.stage > 1 ? view.info.third_squeeze_ms : view.info.squeeze_ms;
    case "result":
      return view.info.result_ms;
    case "shoe_change":
      return view.info.shoe_change_ms;
    case "dealing":
      return null;
  }
}

/** What a table's ring shows. There is a hurry only where the patron can still act. */
export function ringOf(view: TableView): {
  endsAt: number | null;
  totalMs: number | null;
  hurryMs: number;
  isCalm: boolean;
} {
  const isCalm = view.phase === "result" || view.phase === "shoe_change";
  const hurryMs = view.phase === "betting" ? view.info.hurry_ms : 0;
  return { endsAt: view.ends_at, totalMs: phaseLasts(view), hurryMs, isCalm };
}

export type PhaseTone = "open" | "hurry" | "closed" | "dealing" | "result" | "paused";

export function phaseTone(view: TableView, now: number): PhaseTone {
  if (view.paused !== null) return "paused";
  if (view.phase === "betting") return isHurry(view, now) ? "hurry" : "open";
  if (view.phase === "result") return "result";
  return view.phase === "shoe_change" || view.player.cards.length > 0 ? "dealing" : "closed";
}
