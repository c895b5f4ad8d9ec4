// @vitest-environment jsdom
import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { floor } from "../floor/floor.svelte";
import { whyRefused } from "../message/why-refused";
import { onAPage } from "../screen/on-a-page";
import { EMPTY_HOUSE } from "../state/apply-message";
import { tableAfter } from "../state/table-examples";
import type { Answer } from "../wire/protocol.generated";
import Tip from "./tip.svelte";

afterEach(() => {
  vi.restoreAllMocks();
  floor.house = EMPTY_HOUSE;
});

test.each(["tip_is_too_large", "credit_is_short"] as const)(
  "the panel has the table's own words for %s",
  async (refusal) => {
    const view = tableAfter();
    const answer: Answer = { type: "answer", id: "1", table: "jade", outcome: "refused", refusal };
    floor.house = { ...EMPTY_HOUSE, balance: 4_000, tables: { jade: view } };
    vi.spyOn(floor, "act").mockResolvedValue(answer);
    const page = onAPage(Tip, { panel: { kind: "tip", table: "jade" } });
    page.querySelector<HTMLButtonElement>(".buttons button")?.click();
    flushSync();
    page.querySelector<HTMLButtonElement>("button.primary")?.click();
    await new Promise((answered) => setTimeout(answered));
    flushSync();
    expect(page.querySelector("[role=status]")?.textContent).toBe(whyRefused(view, answer, null, 4_000));
  },
);
