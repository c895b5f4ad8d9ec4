// @vitest-environment jsdom
import { createRawSnippet, flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { floor } from "../floor/floor.svelte";
import { onAPage } from "../screen/on-a-page";
import { router } from "../screen/route.svelte";
import { EMPTY_HOUSE } from "../state/apply-message";
import { tableAfter } from "../state/table-examples";
import type { TableView } from "../state/table-view";
import Drawer from "./drawer.svelte";

const FIRST_FIELD = 500; // px from the top

beforeEach(() => {
  Object.assign(HTMLDialogElement.prototype, { show: vi.fn(), showModal: vi.fn(), close: vi.fn() });
  document.body.innerHTML = `<button data-bet="player"></button><button data-bet="tie"></button>`;
  document.querySelectorAll("[data-bet]").forEach((field, index) => {
    field.getBoundingClientRect = () => ({ top: FIRST_FIELD + index * 40 }) as DOMRect;
  });
  floor.open = ["jade"];
  router.current = { screen: "table", table: "jade" };
});
afterEach(() => {
  floor.house = EMPTY_HOUSE;
  floor.open = [];
  router.current = { screen: "lobby" };
});

function isAt(phase: TableView["phase"]): void {
  floor.house = { ...EMPTY_HOUSE, tables: { jade: { ...tableAfter(), phase } } };
  flushSync();
}

test("a panel covers no field while bets are open, and all of the height otherwise", () => {
  isAt("betting");
  const children = createRawSnippet(() => ({ render: () => "<p></p>" }));
  const dialog = onAPage(Drawer, { title: "Help", onclose: () => undefined, children }).querySelector("dialog");
  expect(dialog?.style.height).toBe(`${FIRST_FIELD - 8}px`);
  isAt("dealing");
  expect(dialog?.style.height).toBe("");
  isAt("betting");
  expect(dialog?.style.height).toBe(`${FIRST_FIELD - 8}px`);
});
