import { expect, test } from "vitest";
import type { MainMark } from "../../wire/protocol.generated";
import { tieSlash } from "../../roads/tie-slash";
import { drawnRoad } from "./drawn-road";

const BANKER: MainMark = [0, 0, "B", 1, false, false, 0, 0, 0];
const PLAIN = { letters: false, leadingTies: 0 };
const count = (line: string): number => line.split("M").length - 1;

test.each<
  [string, MainMark[], Partial<Record<"banker" | "player" | "bankerPairs" | "playerPairs" | "ties", number>>, string[]]
>([
  ["a win of each side", [BANKER, [1, 0, "P", 2, false, false, 0, 0, 0]], { banker: 1, player: 1 }, []],
  ["pairs of both sides", [[0, 0, "B", 1, true, true, 0, 0, 0]], { banker: 1, bankerPairs: 1, playerPairs: 1 }, []],
  ["a natural", [[0, 0, "P", 1, false, false, 9, 0, 0]], { player: 1 }, ["9"]],
  [
    "one tie is a slash, two have their number",
    [
      [0, 0, "B", 1, false, false, 0, 1, 0],
      [1, 0, "P", 4, false, false, 0, 2, 0],
    ],
    { banker: 1, player: 1, ties: 2 },
    ["2"],
  ],
  [
    "leading and later ties are told apart",
    [[0, 0, "B", 3, false, false, 0, 3, 2]],
    { banker: 1, ties: 2 },
    ["2", "3"],
  ],
])("%s", (_, marks, lines, figures) => {
  const road = drawnRoad(marks, 0, PLAIN);
  for (const name of ["banker", "player", "bankerPairs", "playerPairs", "ties"] as const)
    expect(count(road[name])).toBe(lines[name] ?? 0);
  expect(road.figures.map((figure) => figure.text)).toEqual(figures);
});

test("columns that fell off at the left are not drawn, the rest moves there", () => {
  const road = drawnRoad([BANKER, [1, 2, "P", 2, false, false, 0, 0, 0]], 1, PLAIN);
  expect(road.banker).toBe("");
  expect(road.player).toMatch(/^M2\.5 50a/);
});

test("slashes stand in corners, clear of the figure", () => {
  const { ties } = drawnRoad([[0, 0, "B", 3, false, false, 9, 1, 1]], 0, PLAIN);
  expect(ties).toBe(tieSlash("before") + tieSlash("after"));
});

test("letters stand in for colours, a natural goes before them", () => {
  const road = drawnRoad([BANKER, [1, 0, "P", 2, false, false, 8, 0, 0]], 0, { ...PLAIN, letters: true });
  expect(road.figures.map((figure) => figure.text)).toEqual(["B", "8"]);
});

test("ties before the first win are drawn, in the corner where that win will come", () => {
  const road = drawnRoad([], 0, { letters: false, leadingTies: 2 });
  expect(count(road.ties)).toBe(1);
  expect(road.figures.map((figure) => figure.text)).toEqual(["2"]);
});
