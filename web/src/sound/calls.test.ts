// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { announced } from "../announce/announce.svelte";
import { floor } from "../floor/floor.svelte";
import { EMPTY_HOUSE } from "../state/apply-message";
import { numbered, RESULT, SETTLED as ROUND_SETTLED, tableAfter } from "../state/table-examples";
import { soundMessage } from "./calls";

const SETTLED = { ...ROUND_SETTLED, result: { ...RESULT, came_out: [] } } as const;

let before = 0;
const heard = (): string[] =>
  announced("polite")
    .filter(({ id }) => id > before)
    .map(({ text }) => text);

beforeEach(() => {
  before = announced("polite").at(-1)?.id ?? 0;
  floor.house = { ...EMPTY_HOUSE, tables: { jade: tableAfter() } };
  floor.open = ["jade"];
  floor.front = "jade";
});

describe("a screen reader hears", () => {
  it("the cards by name as they turn, then the result", () => {
    soundMessage({ type: "cards_turn", table: "jade", faces: [["player", 0, "Js"]], lasts: 300 });
    soundMessage({ type: "cards_turn", table: "jade", faces: [["banker", 0, "7h"]], lasts: 300 });
    const [settled] = numbered(SETTLED);
    if (settled) soundMessage(settled);
    expect(heard()).toEqual([
      "Player: jack of spades",
      "Banker: 7 of hearts",
      expect.stringMatching(/wins|Tie|natural/),
    ]);
  });

  it("of several tables which one a result belongs to, and the cards of the one in front only", () => {
    floor.open = ["jade", "amber"];
    floor.front = "amber";
    soundMessage({ type: "cards_turn", table: "jade", faces: [["player", 0, "Js"]], lasts: 300 });
    const [settled] = numbered(SETTLED);
    if (settled) soundMessage(settled);
    expect(heard()).toEqual([expect.stringMatching(new RegExp(`^${tableAfter().info.title}: `))]);
  });
});
