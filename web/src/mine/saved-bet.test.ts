// @vitest-environment jsdom
import { expect, test } from "vitest";
import { field, INFO, OPENED, SEAT, tableAfter } from "../state/table-examples";
import type { TableView } from "../state/table-view";
import type { SavedBet } from "../wire/rest.generated";
import { isSaved, misfitsAt, savable, savedFor, sumOf } from "./saved-bet";

const MODES = [
  { id: "commission", title: "Commission", leaves_out: ["no-commission"] },
  { id: "plain", title: "Plain", leaves_out: ["banker"] },
];
const FIELDS = [field("player"), field("banker"), field("no-commission"), field("pair", { last_round: 6 })];
const view: TableView = {
  ...tableAfter(),
  info: { ...INFO, fields: FIELDS, modes: MODES },
  seat: { ...SEAT, mode: "commission" },
  round: 7,
};
const bet = (number: number, book: string, stakes: SavedBet["stakes"]): SavedBet => ({
  number,
  book,
  name: "",
  stakes,
});

test("bets that a table does not offer, or that are closed for its shoe, are told apart", () => {
  const stakes = ["player", "pair", "dragon", "no-commission"].map((each) => [each, 100] as const);
  expect(misfitsAt(view, stakes)).toEqual({ notOffered: ["dragon", "no-commission"], closed: ["pair"] });
  expect(misfitsAt({ ...view, round: 6 }, stakes).closed).toEqual([]);
});

test("during a result bets are judged by the round they would be placed in", () => {
  expect(misfitsAt({ ...view, round: 6, phase: "result" }, [["pair", 100]]).closed).toEqual(["pair"]);
  expect(misfitsAt({ ...view, round: 5, phase: "result" }, [["pair", 100]]).closed).toEqual([]);
});

test("while shoes are changed nothing is closed: the next round belongs to the next shoe", () => {
  expect(misfitsAt({ ...view, phase: "shoe_change" }, [["pair", 100]]).closed).toEqual([]);
});

test("only bets of the table's book are listed", () => {
  const [here, other] = [bet(1, OPENED.info.book, [["tie", 1]]), bet(2, "sa", [["tie", 1]])];
  expect(savedFor([here, other], view)).toEqual([here]);
});

test("what lies on the felt is saved, else the last round's bets, else nothing", () => {
  const seat = { ...SEAT, last_stakes: [["tie", 50]] as const };
  expect(savable({ ...view, seat: { ...seat, stakes: [["player", 100]] } })).toEqual({
    stakes: [["player", 100]],
    isLast: false,
  });
  expect(savable({ ...view, seat })).toEqual({ stakes: [["tie", 50]], isLast: true });
  expect([savable({ ...view, seat: SEAT }), savable({ ...view, seat: null })]).toEqual([null, null]);
});

test("the same stakes in another order are the same bet", () => {
  const saved = bet(1, "sa", [
    ["tie", 1],
    ["player", 2],
  ]);
  expect(isSaved([saved], saved.stakes.toReversed())).toBe(true);
  expect(isSaved([saved], [["tie", 1]])).toBe(false);
  expect(sumOf(saved.stakes)).toBe(3);
});
