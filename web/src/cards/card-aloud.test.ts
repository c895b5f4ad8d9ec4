// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import type { LanguageId } from "../words/languages";
import { speak } from "../words/say.svelte";
import { cardAloud } from "./card-aloud";

afterEach(() => speak("en"));

test.each<[LanguageId, string, string]>([
  ["en", "Js", "jack of spades"],
  ["en", "Th", "10 of hearts"],
  ["en", "Ad", "ace of diamonds"],
  ["en", "11w", "white minus 11"],
  ["en", "7r", "red 7"],
  ["es", "Kc", "rey de tréboles"],
  ["ja", "9h", "ハートの9"],
  ["zh-hant", "Qs", "黑桃Q"],
])("in %s, %s is said %s", async (language, card, words) => {
  await speak(language);
  expect(cardAloud(card)).toBe(words);
});
