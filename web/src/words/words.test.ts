/** Six languages say the same things: every sentence has the same placeholders, nothing is empty, plurals choose by count. */
import { expect, test } from "vitest";
import { help } from "./english/help";
import { storm } from "./english/storm";
import { english, type WordKey } from "./english/index";
import type { Entry } from "./english/entry";
import { fill } from "./fill";
import { LANGUAGE_IDS, LANGUAGES, preferredLanguage } from "./languages";

const all: Record<WordKey, Entry> = { ...english, ...help, ...storm };

function placeholdersOf(entry: Entry): string[] {
  const text = typeof entry === "string" ? entry : entry.other;
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
}

test.each(LANGUAGE_IDS.filter((id) => id !== "en"))("%s has every placeholder and no empty sentence", async (id) => {
  const words = (await LANGUAGES[id].load()) as Record<WordKey, Entry>;
  for (const key of Object.keys(all) as WordKey[]) {
    expect(words[key], key).toBeTruthy();
    expect(placeholdersOf(words[key]), key).toEqual(placeholdersOf(all[key]));
  }
});

test.each(LANGUAGE_IDS)("after a fault, %s says where one sees whether something was done", async (id) => {
  const words = { ...all, ...(await LANGUAGES[id].load()) } as Record<WordKey, string>;
  const said = words["refusal.something_went_wrong"].toLowerCase();
  for (const place of ["table.credit", "record.title"] as const) expect(said).toContain(words[place].toLowerCase());
});

test.each([
  ["en", { count: 1 }, "1 round"],
  ["en", { count: 2 }, "2 rounds"],
  ["en", { count: 1234 }, "1,234 rounds"],
  ["es", { count: 1234 }, "1234 rounds"],
])("in %s %o is %s", (tag, values, words) => {
  expect(fill({ one: "{count} round", other: "{count} rounds" }, values, tag)).toBe(words);
});

test("a placeholder without a value stays visible", () => {
  expect(fill("{amount} of {whole}", { amount: 5 }, "en")).toBe("5 of {whole}");
});

test.each([
  [["zh-HK", "en"], "zh-hant"],
  [["zh-Hant-TW"], "zh-hant"],
  [["zh-CN"], "zh-hans"],
  [["zh"], "zh-hans"],
  [["fr", "es-MX"], "es"],
  [["fr"], "en"],
])("a browser that prefers %o gets %s", (tags, id) => {
  expect(preferredLanguage(tags)).toBe(id);
});

test("every reason for a pause has words in every language", async () => {
  const { $defs } = (await import("../../../docs/protocol.schema.json")) as unknown as {
    $defs: { TablePaused: { properties: { reason: { enum: string[] } } } };
  };
  const reasons = $defs.TablePaused.properties.reason.enum;
  expect(reasons.length).toBeGreaterThan(15);
  for (const id of LANGUAGE_IDS) {
    const words = (id === "en" ? english : await LANGUAGES[id].load()) as Record<string, Entry>;
    for (const reason of reasons) expect(words[`reason.${reason}`], `${id}: ${reason}`).toBeTruthy();
  }
});
