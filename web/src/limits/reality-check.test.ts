// @vitest-environment jsdom
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { floor } from "../floor/floor.svelte";
import { onAPage } from "../screen/on-a-page";
import { EMPTY_HOUSE } from "../state/apply-message";
import { tableAfter } from "../state/table-examples";
import type { TableView } from "../state/table-view";
import RealityCheck from "./reality-check.svelte";

const CHECK = { type: "reality_check", elapsed_ms: 3_600_000, net: -12_500, staked: 80_000 } as const;

beforeEach(() => {
  Object.assign(HTMLDialogElement.prototype, {
    show: opens("beside"),
    showModal: opens("over all"),
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
  floor.open = ["jade"];
});
afterEach(() => {
  floor.house = EMPTY_HOUSE;
  floor.open = [];
});

function opens(where: string) {
  return function (this: HTMLDialogElement): void {
    this.open = true;
    this.dataset["where"] = where;
  };
}

function isAt(phase: TableView["phase"]): void {
  floor.house = { ...EMPTY_HOUSE, realityCheck: CHECK, tables: { jade: { ...tableAfter(), phase } } };
  flushSync();
}

test("a reality check waits while bets are open, and steps aside when they open under it", () => {
  isAt("betting");
  const page = onAPage(RealityCheck, {});
  expect(page.querySelector("dialog")).toBeNull();
  isAt("result");
  expect(page.querySelector("dialog")?.dataset["where"]).toBe("over all");
  isAt("betting");
  expect(page.querySelector("dialog")?.dataset["where"]).toBe("beside");
});
