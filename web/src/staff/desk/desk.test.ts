import { expect, test, vi } from "vitest";
import type { ExplainedBet, ExplainedRound, NamedLine } from "../../wire/rest.generated";
import { arithmetic, betWords, oddsWords, reasons, steps } from "./explain-words";
import { iconOf, movedDay, sideOf, whatOf, whereOf } from "./line-words";

vi.mock("../link/feed.svelte", () => ({ feed: { house: { currency_digits: 2 } } }));

const LINE: NamedLine = {
  at: 0,
  kind: "round",
  debit: 35_000,
  credit: 75_000,
  purse: 230_000,
  table: "jade",
  book: "interblock",
  shoe: 9,
  round: 19,
  status: "settled",
  bets: [
    { bet: "banker", stake: 30_000, odds: "0", returned: 30_000, commission: 0, fee: 0 },
    { bet: "tie", stake: 5_000, odds: "8", returned: 45_000, commission: 0, fee: 0 },
  ],
  bet_titles: ["Banker", "Tie"],
  entry: null,
  ticket: "",
  is_paid: false,
  by: "",
  name: "",
  title: "Jade 2",
  reason: "",
  is_reversed: false,
  reverses: null,
  uncovered: 0,
};

test.each<[Partial<NamedLine>, string, string]>([
  [{}, "Banker 300 · Tie 50", "Jade 2 · 9 / 19"],
  [{ status: "corrected" }, "Banker 300 · Tie 50", "Jade 2 · 9 / 19 · corrected"],
  [{ kind: "round_changed", status: "voided" }, "Round voided", "Jade 2 · 9 / 19"],
  [{ kind: "held" }, "Banker 300 · Tie 50, held", "Jade 2 · 9 / 19"],
  [{ kind: "tip" }, "Tip", "at Jade 2"],
  [{ kind: "buy_in", name: "Pilar Sanz" }, "Buy-in at the cage", "Pilar Sanz"],
  [{ kind: "cash_out", ticket: "4F7K…" }, "Ticket printed", "4F7K…"],
  [{ kind: "cash_out", ticket: "4F7K-92QD", is_paid: true }, "Ticket printed", "4F7K-92QD, paid"],
  [
    { kind: "adjusted", reason: "wrong_payout", name: "Ines Duarte", is_reversed: true },
    "Adjustment",
    "wrong payout · Ines Duarte · reversed",
  ],
])("a line %o says what and where", (change, what, where) => {
  const line = { ...LINE, ...change };
  expect(whatOf(line)).toBe(what);
  expect(whereOf(line)).toBe(where);
});

test("the badge is that of the bet that paid most, else of the largest stake", () => {
  expect(sideOf(LINE)).toBe("tie");
  const lost = LINE.bets.map((bet) => ({ ...bet, returned: 0 }));
  expect(sideOf({ ...LINE, bets: lost })).toBe("banker");
  expect(sideOf({ ...LINE, kind: "tip" })).toBe(null);
  expect(iconOf({ ...LINE, kind: "cash_out" })).toBe("ticket");
});

const BET: ExplainedBet = {
  bet: "banker",
  title: "Banker",
  stake: 50_000,
  line: "Banker wins",
  odds: "19/20",
  win: 47_500,
  commission: 2_500,
  fee: 0,
  returned: 97_500,
};

test.each<[Partial<ExplainedBet>, string]>([
  [{}, "500 × 0.95 = 475, with the stake 975"],
  [{ odds: "0", win: 0, returned: 50_000 }, "the stake of 500 comes back"],
  [{ odds: "-1", win: -50_000, returned: 0 }, "500 lost"],
])("a bet %o is worked out", (change, words) => expect(arithmetic({ ...BET, ...change })).toBe(words));

test("odds that do not end stay a fraction", () => {
  expect([oddsWords("8"), oddsWords("1/2"), oddsWords("1/3")]).toEqual(["8", "0.5", "1/3"]);
});

const card = (side: "player" | "banker", at: number, why = ""): ExplainedRound["cards"][number] => ({
  side,
  card: "4h",
  points: 4,
  total: 4,
  at,
  why,
});
test("says what of a stake was the storm's fee", () => {
  const struck = { ...BET, odds: "18/5", win: 180_000, commission: 10_000, fee: 10_000, returned: 230_000 };
  expect(betWords(struck)).toMatch(/; .*100.* of the stake was the storm's fee\.$/);
});

const ROUND: ExplainedRound = {
  table: "jade",
  title: "Jade 2",
  book: "interblock",
  shoe: 9,
  round: 40,
  status: "corrected",
  dealer: "",
  opened_at: 1,
  closed_at: 2,
  at: 9,
  struck: "",
  cards: [
    card("player", 3),
    card("banker", 4),
    card("player", 5),
    card("banker", 6),
    card("player", 7, "Player has 4 and draws."),
  ],
  end: "Banker has 7 and stands.",
  player_total: 6,
  banker_total: 7,
  winner: "banker",
  result: "Banker wins 7 over 6",
  came_out: ["banker"],
  changes: [
    { status: "corrected", at: 20, role: "supervisor", reason: "card_error", player: "4h 2d", banker: "9c Td" },
  ],
  play: null,
  is_disputed: false,
};

test("the steps of a round come in order, each with the cards that lie there", () => {
  expect(steps(ROUND).map(({ title, cards, at }) => [title, cards, at])).toEqual([
    ["open", 0, 1],
    ["closed", 0, 2],
    ["cards", 4, 6],
    ["third", 5, 7],
    ["paid", 5, 9],
    ["corrected", 5, 20],
  ]);
  expect(reasons(ROUND)).toEqual(["Player has 4 and draws.", "Banker has 7 and stands."]);
});

test("a day is followed by the next, over months too", () => {
  expect(movedDay("2026-11-30", 1)).toBe("2026-12-01");
  expect(movedDay("2026-03-01", -1)).toBe("2026-02-28");
});

test("the line that decided is quoted; a bet that none decided has lost", () => {
  expect(betWords(BET)).toBe("Banker, “Banker wins”: 500 × 0.95 = 475, with the stake 975.");
  expect(betWords({ ...BET, line: "", odds: "-1", win: -50_000, returned: 0 })).toBe("Banker: 500 lost.");
});
