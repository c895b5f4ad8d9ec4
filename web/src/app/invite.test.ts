import { expect, test, vi } from "vitest";
import { tableLink } from "../screen/table-link";
import { invite } from "./invite";

const refuses = (name: string) => vi.fn(() => Promise.reject(Object.assign(new Error(name), { name })));

test("the link of a table keeps the floor's address", () => {
  expect(tableLink("jade 2", "http://floor.example/play/#/old")).toBe("http://floor.example/play/#/table/jade%202");
});

test.each([
  ["shared", { share: vi.fn(async () => {}), copy: vi.fn() }],
  ["stopped", { share: refuses("AbortError"), copy: vi.fn(async () => {}) }],
  ["copied", { share: refuses("NotAllowedError"), copy: vi.fn(async () => {}) }],
  ["copied", { copy: vi.fn(async () => {}) }],
  ["failed", { copy: refuses("NotAllowedError") }],
  ["failed", {}],
] as const)("an invitation ends as %s", async (end, ways) => {
  expect(await invite("Jade", "http://floor.example/#/table/jade", ways)).toBe(end);
});
