/** What a road shows, as a sentence: how many marks, the last few, and the run they end in. */
import { say } from "../words/say.svelte";
import { runOf, type Placed } from "./run";

const TOLD = 6;

/** Of the Main Road and the bead plate; ties are on the plate only. */
export function resultsAloud(summary: string, marks: readonly Placed[]): string {
  const run = runOf(marks);
  const told = run && say("heard.run", { side: say(`side.${run.side}`), count: run.length });
  const last = lastOf(marks, (colour) =>
    say(colour === "B" ? "side.banker" : colour === "P" ? "side.player" : "side.tie"),
  );
  return [summary, ...last, ...(told ? [told] : [])].join("; ");
}

export function derivedAloud(summary: string, marks: readonly Placed[]): string {
  const last = lastOf(marks, (colour) => say(colour === "R" ? "roads.repeats" : "roads.changes"));
  return [summary, ...last].join("; ");
}

function lastOf(marks: readonly Placed[], words: (colour: string) => string): readonly string[] {
  const last = marks.slice(-TOLD).map(([, , colour]) => words(colour));
  return last.length > 0 ? [say("heard.last", { results: last.join(", ") })] : [];
}
