import { expect, test } from "vitest";
import type { TableView } from "../state/table-view";
import { PEOPLE } from "./drawing/people";
import { drawnDealer, whoDeals } from "./who-deals";

const view = (dealer: "person" | "simulated" | null, whep_url: string | null) =>
  ({ id: "jade", shoe: 3, info: { dealer, whep_url, hls_url: null } }) as Pick<TableView, "id" | "shoe" | "info">;

test("a new shoe brings another dealer, and after four shoes the first comes back", () => {
  const names = [1, 2, 3, 4, 5].map((shoe) => whoDeals("jade", shoe).name);
  expect(new Set(names.slice(0, 4)).size).toBe(PEOPLE.length);
  expect(names[4]).toBe(names[0]);
});

test("everybody at a table sees the same dealer, also where each patron has a table of their own", () => {
  expect(whoDeals("amber~patron-17", 2)).toBe(whoDeals("amber", 2));
});

test("not all tables start with the same dealer", () => {
  const names = ["jade", "pearl", "amber", "coral", "onyx", "ruby"].map((table) => whoDeals(table, 1).name);
  expect(new Set(names).size).toBeGreaterThan(1);
});

const PICTURE = "/whep/jade";

test.each([
  // dealer, picture, chosen, drawn
  ["a table that deals by itself", null, null, { dealer: true, video: true }, true],
  ["the same, by choice", null, null, { dealer: false, video: true }, false],
  ["a simulated live table with its picture", "simulated", PICTURE, { dealer: true, video: true }, false],
  ["the same, its picture off by choice", "simulated", PICTURE, { dealer: true, video: false }, true],
  ["a table at which a person deals", "person", null, { dealer: true, video: true }, false],
  ["the same, its picture off by choice", "person", PICTURE, { dealer: true, video: false }, false],
] as const)("%s", (_what, dealer, picture, chosen, isDrawn) => {
  expect(drawnDealer(view(dealer, picture), chosen) !== null).toBe(isDrawn);
});
