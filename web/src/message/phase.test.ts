// @vitest-environment jsdom
/** A ring is green only while something is asked of the patron. */
import { expect, test } from "vitest";
import { clock } from "../floor/clock.svelte";
import "../words/storm-words";
import { onAPage } from "../screen/on-a-page";
import { tableAfter } from "../state/table-examples";
import type { TableView } from "../state/table-view";
import CountdownRing from "./countdown-ring.svelte";
import { phaseWord, ringOf } from "./phase";

test.each<[TableView["phase"], number, string]>([
  ["betting", 15_000, "open"],
  ["betting", 4_500, "hurry"],
  ["betting", 2_500, "last"],
  ["squeezing", 15_000, "open"],
  ["result", 4_500, "calm"],
  ["result", 2_500, "calm"],
  ["shoe_change", 15_000, "calm"],
])("while %s, %d ms before its end, it is %s", (phase, left, tone) => {
  const view = { ...tableAfter(), phase, ends_at: clock.ms + left };
  const ring = onAPage(CountdownRing, ringOf(view)).querySelector(".ring");
  expect(ring?.classList.contains(tone)).toBe(true);
});

test("between the last bet and the first card it tells of the storm, where there is one", () => {
  const closed = { ...tableAfter(), phase: "dealing", player: { cards: [], total: null } } as const;
  expect(phaseWord(closed, clock.ms)).toBe("phase.closed");
  expect(phaseWord({ ...closed, struck: [{ card: "4h", multiplier: 3 }] }, clock.ms)).toBe("storm.plate");
});
