import { expect, it } from "vitest";
import { initialsOf, shadeOf } from "./initials";

it.each([
  ["Quiet Heron", "QH"],
  ["mei", "ME"],
  ["Anna-Lena", "AL"],
  ["美玲", "美"],
  ["", "·"],
])("%s is drawn as %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it("has the same of six shades for a name every time", () => {
  expect(shadeOf("Mei")).toBe(shadeOf("Mei"));
  expect(new Set(["Mei", "Anna", "Jun", "Rui", "Tess", "Franz", "Bo", "Kim"].map(shadeOf)).size).toBeGreaterThan(3);
});
