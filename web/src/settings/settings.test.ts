// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULTS } from "./settings.svelte";

beforeEach(() => vi.resetModules());
afterEach(() => localStorage.clear());

test.each([
  ["language", "tlh", DEFAULTS.language],
  ["language", "constructor", DEFAULTS.language],
  ["language", "ja", "ja"],
  ["cloth", "paisley", DEFAULTS.cloth],
  ["cardBack", "mirror", DEFAULTS.cardBack],
] as const)("a stored %s of %s is read as %s", async (name, stored, expected) => {
  localStorage.setItem("punto.settings", JSON.stringify({ [name]: stored }));
  const { settings } = await import("./settings.svelte");
  expect(settings[name]).toBe(expected);
});
