import { expect, test } from "vitest";
import { emptyRoads, type RoadsView } from "../state/apply-roads";
import { forecast, NO_ROUND } from "./forecast";

const ROADS: RoadsView = {
  ...emptyRoads,
  ask_player: "RB-",
  ask_banker: "BR-",
  player_places: { main: [4, 0], big_eye: [2, 1], small: [3, 0], cockroach: null, bead_plate: [2, 5] },
  banker_places: { main: [3, 2], big_eye: [3, 0], small: [2, 1], cockroach: null, bead_plate: [2, 5] },
};

test.each([
  ["player", [4, 0, "P"], [2, 1, "R"], [3, 0, "B"], [2, 5, "P"]],
  ["banker", [3, 2, "B"], [3, 0, "B"], [2, 1, "R"], [2, 5, "B"]],
] as const)("asked for %s, each road gets its mark where the server says", (asked, main, bigEye, small, bead) => {
  const marks = forecast(ROADS, asked);
  expect(marks.main?.slice(0, 4)).toEqual([...main, NO_ROUND]);
  expect(marks.big_eye).toEqual([...bigEye, NO_ROUND]);
  expect(marks.small).toEqual([...small, NO_ROUND]);
  expect(marks.cockroach).toBeNull();
  expect(marks.bead_plate).toEqual([...bead, NO_ROUND]);
});

test("without a chosen side there is no forecast", () => {
  expect(Object.values(forecast(ROADS, null))).toEqual([null, null, null, null, null]);
});
