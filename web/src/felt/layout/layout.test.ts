import { expect, test } from "vitest";
import { field, INFO } from "../../state/table-examples";
import { feltLayout, type FeltLayout } from "./layout";

function table(book: string, bets: string, modes = INFO.modes) {
  return { ...INFO, book, modes, fields: bets.split(" ").map((bet) => field(bet)) };
}

/** Rows as text: groups joined by a bar, empty places as dots. */
function picture(layout: FeltLayout): string[] {
  return layout.rows.map((row) =>
    row.map((group) => group.fields.map((each) => each?.info.bet ?? ".").join(" ")).join(" | "),
  );
}

test("a published book has its own felt", () => {
  const layout = feltLayout(table("interblock", "player banker tie banker-pair player-pair"), null);
  expect(picture(layout)).toEqual(["player-pair . banker-pair"]);
  expect([layout.main.player, layout.main.tie, layout.main.banker].map((each) => each?.info.bet)).toEqual([
    "player",
    "tie",
    "banker",
  ]);
});

test("a closed field leaves a gap, and an empty row disappears", () => {
  expect(picture(feltLayout(table("seven-luck", "player banker fortune-six"), null))).toEqual([". fortune-six ."]);
  expect(picture(feltLayout(table("interblock", "player banker tie"), null))).toEqual([]);
});

test("any other book: Player's bets left, Banker's right, the rest between", () => {
  const layout = feltLayout(table("mine", "player banker tie banker-x odd player-x"), null);
  expect(picture(layout)).toEqual(["player-x odd banker-x"]);
});

test("more than eight side bets stand in rows of equal count", () => {
  const bets = Array.from({ length: 10 }, (_, index) => `odd-${index}`).join(" ");
  const layout = feltLayout(table("mine", `player banker tie ${bets}`), null);
  expect(layout.rows.map((row) => row[0]?.fields.length)).toEqual([5, 5]);
});

test("a playing mode hides the bets it does not offer", () => {
  const modes = [
    { id: "commission", title: "Commission", leaves_out: ["banker-no-commission"] },
    { id: "no_commission", title: "No commission", leaves_out: ["banker"] },
  ];
  const info = {
    ...table("sa", "player tie", modes),
    fields: [field("player"), field("banker"), field("banker-no-commission", { backs: "banker" }), field("tie")],
  };
  expect(feltLayout(info, "commission").main.banker?.info.bet).toBe("banker");
  expect(feltLayout(info, "no_commission").main.banker?.info.bet).toBe("banker-no-commission");
});

test("a design never loses an unknown bet", () => {
  const layout = feltLayout(table("interblock", "player banker tie player-pair banker-pair odd"), null);
  expect(picture(layout)).toEqual(["odd", "player-pair . banker-pair"]);
});

test("on a phone the fullest felt shows four side fields and keeps the rest in trays", () => {
  const bets = "player banker tie player-pair any-pair perfect-pair banker-pair player-bonus lucky-six";
  const layout = feltLayout(table("sa", bets), null);
  expect(layout.phoneRow.map((each) => each?.info.bet)).toEqual([
    "player-pair",
    "any-pair",
    "perfect-pair",
    "banker-pair",
  ]);
  expect(layout.trays.map((tray) => tray.fields.map((each) => each.info.bet))).toEqual([
    ["player-bonus"],
    ["lucky-six"],
  ]);
});
