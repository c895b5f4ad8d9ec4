// @vitest-environment jsdom
import { expect, test } from "vitest";
import { NO_ROADS, numbered, RESULT, tableAfter } from "../state/table-examples";
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
  const settled = {
    type: "round_settled",
    winners: [],
    ends_at: 9,
    is_last_round: false,
    roads: NO_ROADS,
    side_bet_hits: [],
  } as const;
  const { player, banker } = RESULT;
  expect(lastRoundHelp(tableAfter(...numbered({ ...settled, result: RESULT }))).hands).toBe(
    `${player.cards.join(" ")} / ${banker.cards.join(" ")}`,
  );
  expect(lastRoundHelp(tableAfter()).hands).toBeUndefined();
});
