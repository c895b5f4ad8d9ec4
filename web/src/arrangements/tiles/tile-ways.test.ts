// @vitest-environment jsdom
import { expect, test } from "vitest";
import { onAPage, wordsOn } from "../../screen/on-a-page";
import { INFO, SEAT, tableAfter } from "../../state/table-examples";
import TileWays from "./tile-ways.svelte";

test("a live tile has the place of Dispute before a round can be disputed", () => {
  const [before, after] = [false, true].map((may_dispute) => {
    const view = { ...tableAfter(), info: { ...INFO, kind: "live" as const }, seat: { ...SEAT, may_dispute } };
    return onAPage(TileWays, { view, inRow: false }).querySelector<HTMLButtonElement>(".dispute");
  });
  expect([before && wordsOn(before), before?.disabled]).toEqual(["Dispute", true]);
  expect(after?.disabled).toBe(false);
});
