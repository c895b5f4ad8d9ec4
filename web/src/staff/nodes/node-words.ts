/** Nodes, owners and moves in a supervisor's words. */
import type { Move, PlaceOwner } from "../../wire/rest.generated";

const WHY_WORDS: Readonly<Record<Move["why"], string>> = {
  joined: "a node joined",
  left: "the node left",
  died: "the node died",
  handed_over: "handed over",
};

export function moveWords(move: Move): string {
  return WHY_WORDS[move.why];
}

/** "0.4 ms", "12 ms", "1,204 ms"; the floor has none to itself. */
export function lagWords(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms).toLocaleString("en")} ms`;
}

/** "Jade", or "Ruby · 12 tables" where patrons have tables of their own. */
export function tableWords(owner: PlaceOwner): string {
  return owner.tables === 1 ? owner.title : `${owner.title} · ${owner.tables} tables`;
}
