import { expect, test } from "vitest";
import { tableAfter } from "../state/table-examples";
import type { TableView } from "../state/table-view";
import { mayWait, NextBets, type Stakes, type WhyDropped } from "./next-bets.svelte";

const at = (phase: TableView["phase"], more: Partial<TableView> = {}): TableView => ({
  ...tableAfter(),
  phase,
  ...more,
});

function waiting(): { bets: NextBets; sent: [string, Stakes][]; dropped: [string, WhyDropped][] } {
  const sent: [string, Stakes][] = [];
  const dropped: [string, WhyDropped][] = [];
  const bets = new NextBets(
    (place, stakes) => sent.push([place, stakes]),
    (place, why) => dropped.push([place, why]),
  );
  bets.add("jade", "player", 500);
  bets.add("jade", "tie", 100);
  bets.add("jade", "player", 500);
  return { bets, sent, dropped };
}

test.each([
  ["result", true],
  ["shoe_change", true],
  ["betting", false],
  ["dealing", false],
  ["squeezing", false],
] as const)("in the phase %s a chip may wait: %s", (phase, may) => {
  expect(mayWait(at(phase))).toBe(may);
  expect(mayWait(at(phase, { seat: null }))).toBe(false);
});

test("chips wait through the result and leave as one command when betting opens, once", () => {
  const { bets, sent, dropped } = waiting();
  bets.follow([at("result")]);
  bets.follow([at("shoe_change")]);
  bets.follow([at("betting", { paused: "look" as TableView["paused"] })]);
  expect(sent).toEqual([]);
  bets.follow([at("betting")]);
  bets.follow([at("betting")]);
  expect(sent).toEqual([
    [
      "jade",
      [
        ["tie", 100],
        ["player", 1000],
      ],
    ],
  ]);
  expect([bets.of("jade"), dropped]).toEqual([[], []]);
});

test("a round that began without them drops them, and so does a table that is left; each is said once", () => {
  const late = waiting();
  late.bets.follow([at("dealing")]);
  late.bets.follow([at("dealing")]);
  const left = waiting();
  left.bets.follow([]);
  for (const { sent, dropped } of [late, left]) expect([sent, dropped]).toEqual([[], [["jade", "no_longer_fits"]]]);
});

test("a lost connection drops everything with its reason", () => {
  const { bets, sent, dropped } = waiting();
  bets.dropAll("connection_was_lost");
  bets.follow([at("betting")]);
  expect([sent, dropped]).toEqual([[], [["jade", "connection_was_lost"]]]);
});

test("a tap takes back one field, Clear the whole table, and neither is said", () => {
  const { bets, dropped } = waiting();
  bets.clear("jade", "player");
  expect([bets.on("jade", "player"), bets.on("jade", "tie")]).toEqual([0, 100]);
  bets.clear("jade");
  expect([bets.all, dropped]).toEqual([{}, []]);
});
