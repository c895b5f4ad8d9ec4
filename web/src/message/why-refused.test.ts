// @vitest-environment jsdom
/** A refusal names the limit and what still fits; no limit counts as reached while something fits. */
import { expect, test } from "vitest";
import type { Answer, SeatState } from "../wire/protocol.generated";
import { applyMessage, EMPTY_HOUSE, type House } from "../state/apply-message";
import { field, INFO, OPENED } from "../state/table-examples";
import { whyRefused } from "./why-refused";

const BALANCE = 4_000;
const FIELDS = [field("player", { stake_max: 50_000, return_max: 90_000 }), field("tie"), field("banker")];
const house = applyMessage(EMPTY_HOUSE, {
  ...OPENED,
  info: { ...INFO, fields: FIELDS, difference_max: 500_000, tip_max: 20_000 },
}) as House;
const view = house.tables["jade"]!;

test.each<[Partial<Answer>, string | null, string]>([
  [{ refusal: "stake_is_above_maximum", room: 7_500 }, "player", "Max 500: you can add 75."],
  [{ refusal: "stake_is_above_maximum", room: 0 }, "player", "Max 500: you cannot add more."],
  [{ refusal: "stake_is_above_maximum" }, null, "One of your bets would exceed its limit. Nothing changed."], // Double
  [{ refusal: "return_is_above_maximum", room: 500 }, "player", "Max return 900: you can add 5."],
  [
    { refusal: "difference_is_too_large", room: 40_000 },
    "player",
    "Player and Banker may differ by at most 5,000: you can add 400.",
  ],
  [{ refusal: "difference_is_too_large" }, null, "Player and Banker may differ by at most 5,000: nothing changed."],
  [{ refusal: "stake_is_below_minimum", next_stake: 1_000, room: 50_000 }, "player", "The minimum on Player is 10."],
  [{ refusal: "tip_is_too_large" }, null, "The maximum tip is 200."],
  [{ refusal: "credit_is_short", room: 3_000 }, "player", "Not enough credit: 30 playable."],
  [{ refusal: "credit_is_short" }, null, "Not enough credit: 40 playable."],
  [{ refusal: "own_limit_is_reached", room: 2_500 }, "player", "Your own limit allows 25 more."],
  [{ refusal: "own_limit_is_reached", room: 0 }, "player", "You have reached your own limit for today."],
  [{ refusal: "own_limit_is_reached" }, null, "That would exceed your own limit. Nothing changed."],
  [
    { refusal: "betting_is_closed", outcome: "too_late", late_ms: 230 },
    "player",
    "Betting closed 0.2 s before your bet arrived. Nothing was taken.",
  ],
])("%o on %s: %s", (answer, bet, words) => {
  expect(
    whyRefused(view, { type: "answer", id: "1", table: "jade", outcome: "refused", ...answer }, bet, BALANCE),
  ).toBe(words);
});

test("a refused Double names the fields that have no room for it", () => {
  const seat = {
    ...view.seat!,
    stakes: [
      ["player", 40_000],
      ["tie", 1_000],
    ] as const,
    fields: [
      { bet: "player", wins: 0, next_stake: 500, room: 10_000, refusal: null },
      { bet: "tie", wins: 0, next_stake: 500, room: 50_000, refusal: null },
    ],
  } satisfies SeatState;
  const answer = {
    type: "answer",
    id: "1",
    table: "jade",
    outcome: "refused",
    refusal: "stake_is_above_maximum",
  } as const;
  expect(whyRefused({ ...view, seat }, answer, null, BALANCE)).toBe("Over its limit: Player. Nothing changed.");
});

test.each<[NonNullable<Answer["refusal"]>, string]>([
  ["stake_is_above_maximum", "Over its limit: Player. Nothing changed."],
  ["stake_is_below_minimum", "Below its minimum: Tie. Nothing changed."],
])("of a set refused for %s the bets that do not fit are named", (refusal, words) => {
  const room = { wins: 0, refusal: null };
  const fields = [
    { ...room, bet: "player", next_stake: 100, room: 40_000 },
    { ...room, bet: "tie", next_stake: 1_000, room: 40_000 },
  ];
  const seat = { stakes: [], last_stakes: [], fields } as unknown as SeatState;
  const answer: Answer = { type: "answer", id: "1", table: "jade", outcome: "refused", refusal };
  const stakes = [["player", 50_000] as const, ["tie", 500] as const];
  expect(whyRefused({ ...view, seat }, answer, null, BALANCE, stakes)).toBe(words);
});
