// @vitest-environment jsdom
import { expect, test } from "vitest";
import { field } from "../../state/table-examples";
import type { Field } from "../layout/layout";
import { paysWords } from "./pays-words";

test.each<[string, readonly string[], Field["note"], string, string]>([
  ["one line", ["11"], null, "11:1", "11 to 1"],
  ["several lines, by the lowest and the highest", ["1", "2", "4", "6", "10", "30"], null, "1–30:1", "1–30 to 1"],
  ["what a note tells apart, by the highest", ["1/2", "1"], "felt.half_on_six", "1:1", "1 to 1"],
])("%s", (_what, odds, note, short, long) => {
  const bet = { info: field("big-small", { odds }), note } as Field;
  expect(paysWords(bet)).toEqual({ short, long });
});
