import { expect, test } from "vitest";
import { turnWords } from "./turn-words";

test("a turn counts down to who comes, and says how late they are", () => {
  const words = [18 * 60_000, 1, 0, -3 * 60_000].map((left) => turnWords(100 + left, "Mei Tanaka", 100));
  expect(words).toEqual(["Mei relieves in 18 min", "Mei relieves in 1 min", "Mei is due", "Mei is 3 min late"]);
  expect([turnWords(null, "Mei", 0), turnWords(60_000, "", 0), turnWords(undefined, undefined, 0)]).toEqual([
    "Mei relieves",
    "relief in 1 min",
    "",
  ]);
});
