// @vitest-environment jsdom
import { expect, test } from "vitest";
import { numbered, RESULT, SETTLED, tableAfter } from "../state/table-examples";
import { lastRoundHelp, whyPanel } from "./why-panel";

test("help is asked why these hands were dealt", () => {
  expect(whyPanel("interblock", ["2d", "3s", "7h"], ["Qh", "6c", "Kc"])).toEqual({
    kind: "help",
    book: "interblock",
    hands: "2d 3s 7h / Qh 6c Kc",
    isWhy: true,
  });
});

test("from the menu, help knows the last round that was shown", () => {
  const { player, banker } = RESULT;
  expect(lastRoundHelp(tableAfter(...numbered(SETTLED))).hands).toBe(
    `${player.cards.join(" ")} / ${banker.cards.join(" ")}`,
  );
  expect(lastRoundHelp(tableAfter()).hands).toBeUndefined();
});
