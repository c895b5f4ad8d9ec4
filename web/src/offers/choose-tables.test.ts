import { expect, test } from "vitest";
import type { LobbyTable } from "../wire/protocol.generated";
import { rankedRoads } from "./good-roads";
import { EVERY_TABLE, fitting, nearest, sorted } from "./choose-tables";

function table(id: string, change: Partial<LobbyTable> = {}): LobbyTable {
  return {
    table: id,
    title: id,
    book: "interblock",
    book_title: "Baccarat",
    kind: "timed",
    stake_min: 500,
    stake_max: 250_000,
    has_squeeze: false,
    has_video: false,
    dealer: null,
    pace_ms: 18_000,
    shoe: 1,
    round: 1,
    phase: "betting",
    ends_at: 20_000,
    paused: null,
    patrons: 0,
    bots: 0,
    wins: [0, 0, 0],
    good_roads: [],
    leading_ties: 0,
    last: null,
    main: [],
    ...change,
  };
}

const JADE = table("Jade");
const ONYX = table("Onyx", {
  book: "seven-luck",
  book_title: "Casino floor baccarat",
  stake_min: 10_000,
  ends_at: 12_000,
});
const SOLO = table("Solo", { kind: "on_demand", stake_min: 100, ends_at: null });
const RUBY = table("Ruby", { good_roads: [["long-banker", 5]], phase: "dealing", stake_min: 1_000 });
const ALL = [JADE, ONYX, SOLO, RUBY];
const names = (tables: readonly LobbyTable[]): string[] => tables.map((each) => each.table);

test.each([
  ["everything", {}, ["Jade", "Onyx", "Solo", "Ruby"]],
  ["a part of a title", { search: " jad" }, ["Jade"]],
  ["a part of a game's name", { search: "casino" }, ["Onyx"]],
  ["a game", { book: "seven-luck" }, ["Onyx"]],
  ["a kind", { kind: "on_demand" as const }, ["Solo"]],
  ["a limit", { fromAtMost: 500 }, ["Jade", "Solo"]],
  ["nothing that exists", { search: "opal", kind: "live" as const }, []],
])("%s", (_what, filter, expected) => {
  expect(names(fitting(ALL, { ...EVERY_TABLE, ...filter }))).toEqual(expected);
});

test.each([
  ["favourites", ["Solo", "Jade", "Onyx", "Ruby"]],
  ["good_road", ["Ruby", "Jade", "Onyx", "Solo"]],
  ["closing", ["Onyx", "Jade", "Solo", "Ruby"]],
  ["limits", ["Solo", "Jade", "Ruby", "Onyx"]],
] as const)("sorted by %s", (by, expected) => {
  expect(names(sorted(ALL, by, { favourites: ["Solo"], roads: rankedRoads(ALL, []), now: 10_000 }))).toEqual(expected);
});

test("when nothing fits, the nearest limit is named", () => {
  expect(nearest(ALL, { ...EVERY_TABLE, fromAtMost: 150 })?.table).toBe("Solo");
  expect(nearest([], EVERY_TABLE)).toBeNull();
});
