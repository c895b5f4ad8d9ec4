// @vitest-environment jsdom
/** A seal stands for a shoe that can be checked: only where the server deals. */
import { expect, test } from "vitest";
import { panel } from "../panels/panels.svelte";
import { onAPage, wordsOn } from "../screen/on-a-page";
import { INFO, tableAfter } from "../state/table-examples";
import type { TableInfo } from "../wire/protocol.generated";
import Wings from "./wings.svelte";

const PLACES = { left: [0, 0], right: [0, 0], isLow: false, winners: 3, lastHand: null, run: null } as const;

function wingsOf(change: Partial<TableInfo>): HTMLElement {
  const view = tableAfter();
  return onAPage(Wings, { view: { ...view, info: { ...INFO, ...change } }, wings: PLACES });
}

test.each([
  ["simulated", "Simulated dealer"],
  ["person", "Real cards"],
] as const)("a live table with a %s dealer says so and wears no seal", (dealer, words) => {
  const page = wingsOf({ kind: "live", dealer });
  expect(wordsOn(page)).toContain(words);
  expect(page.querySelector("button.seal")).toBeNull();
});

test("a shoe that the server shuffles wears the seal, which leads to its proof", () => {
  expect(wingsOf({}).querySelector("button.seal")?.getAttribute("title")).toBe(
    "Sealed before the first bet. Verify this shoe.",
  );
});

test("the book with its limits leads to its rules", () => {
  wingsOf({}).querySelector<HTMLElement>("button.rules")?.click();
  expect(panel()).toMatchObject({ kind: "help", book: INFO.book });
});
