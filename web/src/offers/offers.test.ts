/** Good roads in rank, seats worth taking, and what an address means. */
import { expect, test } from "vitest";
import type { LobbyTable } from "../wire/protocol.generated";
import { placeAt } from "./addresses";
import { rankedRoads } from "./good-roads";
import { seatsNow } from "./seats";

const NOW = 100_000;

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
    ends_at: NOW + 10_000,
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

const ROADS = [
  table("short", { good_roads: [["long-player", 4]] }),
  table("best", { good_roads: [["long-banker", 9], ["adjoining-pairs", 5]] }), // prettier-ignore
  table("chop", { good_roads: [["single-jump", 7]] }),
  table("fourth", { good_roads: [["long-player", 4]] }),
  table("plain"),
];

test.each([
  ["the longest first, at most three", [], ["best 9", "chop 7", "short 4"]],
  ["only those the patron looks for", ["long-banker", "single-jump"], ["best 5", "short 4", "fourth 4"]],
])("%s", (_what, hidden, expected) => {
  const ranked = rankedRoads(ROADS, hidden);
  expect(ranked.map((road) => `${road.table} ${road.rounds}`)).toEqual(expected);
  expect(ranked.map((road) => road.rank)).toEqual([1, 2, 3]);
});

const WISHES = { now: NOW, balance: 100_000, favourites: [], hiddenRoads: [], besides: [] };
const seats = (tables: readonly LobbyTable[], wishes = {}): string[] =>
  seatsNow(tables, { ...WISHES, ...wishes }).map((each) => each.table);

test.each([
  ["time to bet", [table("late", { ends_at: NOW + 2_000 }), table("early")], {}, ["early", "late"]],
  ["a favourite", [table("one"), table("loved")], { favourites: ["loved"] }, ["loved", "one"]],
  ["a good road", [table("one"), table("good", { good_roads: [["long-banker", 6]] })], {}, ["good", "one"]],
  ["what the purse allows", [table("dear", { stake_min: 50_000 }), table("one")], {}, ["one", "dear"]],
  [
    "no paused, open or own table",
    [table("paused", { paused: "dispute" }), table("here"), table("own", { kind: "on_demand" }), table("one")],
    { besides: ["here"] },
    ["one"],
  ],
] as const)("a quick seat prefers %s", (_what, tables, wishes, expected) => {
  expect(seats(tables, wishes)).toEqual(expected);
});

test.each([
  // address        open                 unknown   what is shown
  ["", ["jade"], null, "lobby"],
  ["jade", ["jade"], null, "table"],
  ["opal", ["jade"], null, "table"],
  ["opal", ["jade", "ruby"], null, "full"],
  ["ruby", ["jade", "ruby"], null, "table"],
  ["nope", ["jade"], "nope", "unknown"],
] as const)("#/%s with %j open", (address, open, unknown, expected) => {
  const route = address ? ({ screen: "table", table: address } as const) : ({ screen: "lobby" } as const);
  const place = placeAt(route, { open, atMost: 2, unknown });
  expect(place.shows === "nothing" ? place.why : place.shows).toBe(expected);
});
