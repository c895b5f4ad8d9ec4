// @vitest-environment jsdom
/** A profit is what one wins; what comes back with it is called Returned. And a credit's worth shows where it can be chosen. */
import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { onAPage, wordsOn } from "../screen/on-a-page";
import { INFO, tableAfter } from "../state/table-examples";
import type { TableView } from "../state/table-view";
import PhoneMeters from "./phone-meters.svelte";
import Rail from "./rail.svelte";

const PAID: TableView = { ...tableAfter(), lastBet: 10_000, lastReturned: 19_500 };

test.each([
  ["in the hand", PhoneMeters],
  ["on the rail", Rail],
] as const)("the whole of what came back stands under Returned, %s", (_where, component) => {
  const meters = [...onAPage(component, { view: PAID }).querySelectorAll(".meter")].map(wordsOn);
  expect(meters).toContain("Returned 195");
  expect(meters.filter((words) => /win/i.test(words))).toEqual([]);
});

test.each([
  ["the only worth of a credit is no button", [100], false],
  ["several are one", [100, 500], true],
] as const)("%s", (_what, denominations, isThere) => {
  const view = { ...PAID, info: { ...INFO, denominations } };
  const page = onAPage(PhoneMeters, { view });
  page.querySelector("button")?.click();
  flushSync();
  for (const shown of [page, onAPage(Rail, { view })])
    expect(shown.querySelector(".denomination") !== null).toBe(isThere);
});
