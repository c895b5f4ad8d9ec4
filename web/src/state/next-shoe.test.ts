// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { tableAfter } from "./table-examples";

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
