/** What became of a line that the reader typed, where it was not placed; nothing for a stutter, which does no harm. */
import type { ScanOutcome } from "../../wire/rest.generated";
import { isWordKey, say } from "../../words/say.svelte";

const IGNORED: Readonly<Record<string, string>> = {
  read_before: "This card was read before. It was ignored.",
  sent_before: "This card was sent before. It was ignored.",
  stutter: "",
};

export function scanWords({ happened, reason }: ScanOutcome): string {
  if (happened === "ignored") return IGNORED[reason] ?? "The line was ignored.";
  if (happened !== "refused") return "";
  const key = `reason.${reason}`;
  return isWordKey(key) ? `Not placed. ${say(key)}` : "The reader sent something that is no card. Nothing was placed.";
}
