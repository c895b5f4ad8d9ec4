import { describe, expect, test } from "vitest";
import type { FloorWatch, WaitingItem, WatchedTile } from "../../wire/protocol.generated";
import { bandPhase, dealerWords, inOrder, passes, ringOf } from "./tiles";

const TILE: WatchedTile = {
  table: "jade",
  title: "Jade",
  book: "sa",
  book_title: "Baccarat",
  kind: "live",
  version: 1,
  phase: "betting",
  since: 0,
  ends_at: 20_000,
  hurry_ms: 5_000,
  cards: 0,
  paused: null,
  paused_since: null,
  paused_detail: "",
  closed: null,
  shoe: 1,
  round: 2,
  dealer: "Mara Keller",
  is_dealer_simulated: false,
  turn_ends_at: null,
  relief: "",
  patrons: 3,
  bots: 0,
  stakes: 0,
  most_lost: 0,
  handle: 0,
  win: 0,
  rounds: 0,
  deviations: null,
  level: null,
  waiting: null,
};

describe("the band of a tile", () => {
  test.each([
    [{}, 1_000, "betting"],
    [{}, 15_000, "hurry"],
    [{ phase: "dealing", cards: 0 }, 0, "closed"],
    [{ phase: "dealing", cards: 1 }, 0, "dealing"],
    [{ phase: "dealing", paused: "card_unknown" }, 0, "paused"],
    [{ phase: "result" }, 0, "result"],
    [{ phase: "shoe_change" }, 0, "shoe"],
    [{ phase: "closed" }, 0, "shut"],
  ] as const)("%j at %i is %s", (change, now, band) => expect(bandPhase({ ...TILE, ...change }, now)).toBe(band));
});

describe("the ring of a tile", () => {
  test("counts down while betting is open", () => {
    expect(ringOf(TILE, 5_000)).toEqual({ figure: "15", part: 0.75, tone: "tie", label: "seconds left" });
  });
  test("counts up on a card, and calls for attention after twenty seconds", () => {
    const dealing = { ...TILE, phase: "dealing", cards: 2, ends_at: null } as const;
    expect(ringOf(dealing, 3_000).figure).toBe("3");
    expect(ringOf(dealing, 21_000).tone).toBe("warn");
  });
  test("counts how long a table has stopped", () => {
    expect(ringOf({ ...TILE, paused: "other", paused_since: 1_000 }, 113_000).figure).toBe("112");
  });
});

test("alarms lead, the oldest first, then attention, then the floor's own order", () => {
  const item = (id: string, since: number): WaitingItem => ({ id, kind: "alarm", about: "stopped", since });
  const watch = {
    tables: [
      { ...TILE, table: "a" },
      { ...TILE, table: "b", level: "attention", waiting: "3" },
      { ...TILE, table: "c", level: "alarm", waiting: "2" },
      { ...TILE, table: "d", level: "alarm", waiting: "1" },
      { ...TILE, table: "e" },
    ],
    waiting: [item("1", 10), item("2", 20), item("3", 5)],
  } as unknown as FloorWatch;
  expect(inOrder(watch).map((tile) => tile.table)).toEqual(["d", "c", "b", "a", "e"]);
});

test("filters tell live tables from those that deal by themselves", () => {
  expect(passes(TILE, "live")).toBe(true);
  expect(passes({ ...TILE, kind: "on_demand" }, "timed")).toBe(true);
  expect(passes({ ...TILE, level: "alarm" }, "attention")).toBe(false);
  expect(dealerWords({ ...TILE, dealer: "", is_dealer_simulated: true })).toBe("simulated");
});
