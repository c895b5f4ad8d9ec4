import { expect, test } from "vitest";
import { pageTitle } from "./page-title";

test.each([
  [null, "Punto"],
  [{ title: "Pearl", seconds: 12 }, "Pearl · 12 s"],
  [{ title: "Pearl", seconds: null }, "Pearl · Punto"],
])("%j", (table, expected) => {
  expect(pageTitle("Punto", table)).toBe(expected);
});
