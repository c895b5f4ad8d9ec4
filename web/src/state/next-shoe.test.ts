// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { after, numbered, OPENED, SETTLED, tableAfter } from "./table-examples";

describe("new limits", () => {
  const limit = { bet: "player", stake_min: 500, stake_max: 50_000, return_max: null } as const;
  const announced = { type: "limits_announced", table: "jade", from_shoe: 4, limits: [limit] } as const;

  test("are announced with those of the main bets, and count from the next shoe on", () => {
    const before = tableAfter();
    const view = tableAfter(announced);
    expect(view.notice).toEqual({ kind: "limits", low: 500, high: 50_000 });
    expect(view.noticeCount).toBe(before.noticeCount + 1);
    expect(view.info.coming_limits).toEqual([limit]);
    expect(view.info.fields).toEqual(before.info.fields);
  });

  test("without a maximum of their own, only the minimum is told", () => {
    const free = { ...announced, limits: [{ ...limit, stake_max: null }] };
    expect(tableAfter(free).notice).toEqual({ kind: "limits", low: 500, high: null });
  });
});

test("when the shoe is over the felt is cleared: its last round has been paid", () => {
  const opened = { ...OPENED, state: { ...OPENED.state, totals: [["player", 500, 1, 0, 0]] as const } };
  const last = numbered({ ...SETTLED, is_last_round: true }, { type: "shoe_ended", shoe: 3, ends_at: 20000 });
  expect(after(opened, ...last.slice(0, 1)).tables.jade?.totals).toHaveLength(1);
  const over = after(opened, ...last).tables.jade;
  expect([over?.phase, over?.totals, over?.settlement, over?.player.cards]).toEqual(["shoe_change", [], null, []]);
});
