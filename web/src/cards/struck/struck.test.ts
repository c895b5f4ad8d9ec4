import { expect, test } from "vitest";
import { countedFaces, struckOf, timesOf } from "./struck";

const STRUCK = [
  { card: "Th", multiplier: 3 },
  { card: "Kd", multiplier: 12 },
];

test("a record names each struck card and its multiplier", () => {
  expect(struckOf("Thx3 Kdx12")).toEqual(STRUCK);
  expect(struckOf("")).toEqual([]);
});

test("only the first two cards of a hand are multiplied", () => {
  expect(["Th", "Th", "Th", "9c"].map((face, place) => timesOf(STRUCK, face, place))).toEqual([3, 3, 0, 0]);
  expect(timesOf(STRUCK, "9c", 0)).toBe(0);
  expect([...countedFaces(["2c", "Th", "Kd"], ["9c", "4s"])]).toEqual(["2c", "Th", "9c", "4s"]);
});
