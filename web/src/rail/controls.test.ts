// @vitest-environment jsdom
/** Buttons keep their places from round to round: one that cannot be pressed now is disabled, not gone. */
import { expect, test } from "vitest";
import { onAPage, wordsOn } from "../screen/on-a-page";
import { INFO, SEAT, tableAfter } from "../state/table-examples";
import Controls from "./controls.svelte";

function buttons(change: { kind: "live" | "timed"; may_dispute: boolean }): HTMLButtonElement[] {
  const { kind, may_dispute } = change;
  const view = { ...tableAfter(), info: { ...INFO, kind }, seat: { ...SEAT, may_dispute } };
  return [...onAPage(Controls, { view }).querySelectorAll("button")];
}

test("at a live table Dispute has its place before a round can be disputed", () => {
  const [before, after] = [false, true].map((may_dispute) => buttons({ kind: "live", may_dispute }));
  expect(before!.map(wordsOn)).toEqual(["Clear", "Double", "Raise", "Repeat", "Dispute"]);
  expect(after!.map(wordsOn)).toEqual(before!.map(wordsOn));
  expect([before!.at(-1)!.disabled, after!.at(-1)!.disabled]).toEqual([true, false]);
});

test("where the server deals there is nothing to dispute", () => {
  expect(buttons({ kind: "timed", may_dispute: false }).map(wordsOn)).not.toContain("Dispute");
});
