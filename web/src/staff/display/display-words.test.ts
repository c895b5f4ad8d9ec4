import { expect, test } from "vitest";
import type { FieldInfo, RoundResult, TableInfo, TableState } from "../../wire/protocol.generated";
import { limitsOf, phaseWords, totalsWords, winnerWords } from "./display-words";

const round = (winner: RoundResult["winner"], player: number, banker: number, is_natural = false): RoundResult => ({
  round: 1,
  winner,
  player: { cards: [], total: player },
  banker: { cards: [], total: banker },
  is_natural,
  decided_by: "higher",
  came_out: [],
});

test.each([
  [round("banker", 0, 8, true), "Banker wins", "natural 8 over 0"],
  [round("player", 6, 4), "Player wins", "6 over 4"],
  [round("tie", 7, 7), "Tie", "7 each"],
  [round("player", -2, -7), "Player wins", "−2 over −7"],
  [{ ...round("player", 6, 4), multiplier: 3 }, "Player wins", "6 over 4, wins ×3"],
])("a result in words: %o", (result, winner, totals) => {
  expect([winnerWords(result), totalsWords(result)]).toEqual([winner, totals]);
});

test.each([
  ["betting", null, 12, "Place your bets"],
  ["betting", null, 4, "Last bets"],
  ["betting", "dispute", 12, "Table paused"],
  ["dealing", null, null, "No more bets"],
] as const)("%s, paused %s, %s seconds left: %s", (phase, paused, seconds, words) => {
  expect(phaseWords({ phase, paused } as TableState, seconds, 5_000)).toBe(words);
});

test("limits stand together by what is backed, with the difference where only that is limited", () => {
  const field = (bet: string, backs: FieldInfo["backs"], min: number, max: number | null): FieldInfo =>
    ({ bet, backs, is_tie: bet === "tie", stake_min: min, stake_max: max }) as FieldInfo;
  const info = {
    fields: [
      field("player", "player", 10, null),
      field("banker", "banker", 10, null),
      field("tie", null, 5, 500),
      field("pair", null, 5, 250),
    ],
    difference_max: 5_000,
  } as unknown as TableInfo;
  expect(limitsOf(info).map(({ title, from, to }) => [title, from, to])).toEqual([
    ["Player, Banker", 10, 5_000],
    ["Tie", 5, 500],
    ["Side bets", 5, 250],
  ]);
});
