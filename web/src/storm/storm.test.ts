/** What a storm costs, and that it lies off the plate, the hands and the fields. */
import { expect, test } from "vitest";
import { planTable } from "../stage/plan";
import type { PlanRequest } from "../stage/plan-types";
import { applyPublic } from "../state/apply-public";
import { openedTable } from "../state/opened-table";
import { OPENED, SEAT } from "../state/table-examples";
import { feeOfStakes, feeOn } from "./fee";
import { largeRow, smallRow, widthOf } from "./places";

const TABLE = { ...openedTable(OPENED, undefined), seat: SEAT };
const SIZES: readonly (readonly [PlanRequest["arrangement"], number, number, number])[] = [
  ["desk", 1440, 640, 60],
  ["tablet", 820, 1000, 200],
  ["phone", 390, 660, 140],
];

test("a fee is its part of the stake, and nothing where there is none", () => {
  expect(feeOn({ fee: "1/5" }, 10_000)).toBe(2_000);
  expect(feeOn({ fee: "0" }, 10_000)).toBe(0);
});

test("the fee of a patron is that of every stake", () => {
  const fields = TABLE.info.fields.map((field) => ({ ...field, fee: field.bet === "tie" ? "0" : "1/5" }));
  const stakes = [["player", 100] as const, ["tie", 100] as const];
  expect(feeOfStakes({ ...TABLE, info: { ...TABLE.info, fields }, seat: { ...SEAT, stakes } })).toBe(20);
  expect(feeOfStakes({ ...TABLE, seat: null })).toBe(0);
});

test.each(SIZES)("on a %s it fits, before the deal and after", (arrangement, width, height, top) => {
  const plan = planTable({
    arrangement,
    width,
    height,
    top,
    felt: { rows: [[{ bets: ["player-pair", null, "banker-pair"], hasCaption: false }]], trays: 0, modes: 0 },
    isFolded: false,
    hasPicture: false,
  });
  const { plate } = plan.centre;
  for (const cards of [4, 5, 6]) {
    const before = largeRow(plan, cards);
    expect(before.y + before.card * 0.7).toBeLessThanOrEqual(plate.y - plate.height / 2);
    expect(widthOf(cards, before.card)).toBeLessThanOrEqual(width);
    const after = smallRow(plan, cards);
    expect(after.card).toBeGreaterThanOrEqual(14);
    expect(after.y).toBeGreaterThan(plate.y + plate.height / 2);
    expect(after.y).toBeLessThan(plan.main.tie.top);
  }
});

test("struck cards are known until the next betting opens", () => {
  const table = TABLE.info.table;
  const version = TABLE.offset.version + 1;
  const struck = [{ card: "4h", multiplier: 3 }];
  const after = applyPublic(TABLE, { type: "cards_struck", table, version, struck, at: 5 });
  if (after === "resync") throw new Error("nothing is missing");
  expect(after.struck).toEqual(struck);
  const opened = { type: "betting_opened", table, version: version + 1, round: 9, at: 6, closes_at: 9 } as const;
  const next = applyPublic(after, { ...opened, is_last_round: false, is_free_hand: false });
  expect(next).toMatchObject({ struck: [] });
});
