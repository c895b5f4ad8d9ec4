import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BATCH_MS, TapBatches } from "./tap-batches.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function gathering(): { taps: TapBatches; sent: [string, string, number][] } {
  const sent: [string, string, number][] = [];
  return { taps: new TapBatches((place, bet, stake) => sent.push([place, bet, stake])), sent };
}

test("taps on one field within a quarter of a second are sent as one command", () => {
  const { taps, sent } = gathering();
  taps.add("jade", "player", 500, false);
  vi.advanceTimersByTime(BATCH_MS - 10);
  taps.add("jade", "player", 500, false);
  expect([taps.on("jade", "player"), sent]).toEqual([1000, []]);
  vi.advanceTimersByTime(10);
  expect(sent).toEqual([["jade", "player", 1000]]);
});

test("each field and each table gets its own command", () => {
  const { taps, sent } = gathering();
  taps.add("jade", "player", 500, false);
  taps.add("jade", "tie", 100, false);
  taps.add("opal", "player", 200, false);
  vi.advanceTimersByTime(BATCH_MS);
  expect(sent).toEqual([
    ["jade", "player", 500],
    ["jade", "tie", 100],
    ["opal", "player", 200],
  ]);
});

test("earlier taps are sent before any other command of the table", () => {
  const { taps, sent } = gathering();
  taps.add("jade", "player", 500, false);
  taps.flush("jade");
  expect(sent).toEqual([["jade", "player", 500]]);
  vi.advanceTimersByTime(BATCH_MS);
  expect(sent).toHaveLength(1);
});

test("shortly before closing, a tap is sent at once", () => {
  const { taps, sent } = gathering();
  taps.add("jade", "player", 500, true);
  vi.advanceTimersByTime(0);
  expect(sent).toHaveLength(1);
});
