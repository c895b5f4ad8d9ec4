import { describe, expect, test } from "vitest";
import { NO_ROADS, numbered, RESULT, SETTLED, tableAfter } from "./table-examples";
import { hitsOf } from "./table-view";

describe("a round that is taken back", () => {
  const settled = { ...SETTLED, side_bet_hits: [["tie", 2]] } as const;
  const later = { ...settled, result: { ...RESULT, round: 8 } };
  const corrected = { ...RESULT, winner: "tie" } as const;

  test("is removed when voided, with a notice", () => {
    const view = tableAfter(
      ...numbered(settled, {
        type: "round_voided",
        shoe: 3,
        round: 7,
        reason: "malfunction",
        roads: NO_ROADS,
        side_bet_hits: [["tie", 1]],
      }),
    );
    expect(view.notice).toEqual({ kind: "voided", round: 7, reason: "malfunction" });
    expect([view.last_result, view.results]).toEqual([null, []]);
    expect([hitsOf(view, "tie"), hitsOf(view, "player-pair")]).toEqual([1, 0]);
  });

  test("leaves this shoe alone when it belongs to another", () => {
    const view = tableAfter(
      ...numbered(settled, {
        type: "round_voided",
        shoe: 2,
        round: 7,
        reason: "dispute",
        roads: NO_ROADS,
        side_bet_hits: [],
      }),
    );
    expect([view.notice, view.results.length, hitsOf(view, "tie")]).toEqual([null, 1, 2]);
  });

  test("is corrected in place, and the last result stays the last", () => {
    const view = tableAfter(
      ...numbered(settled, later, {
        type: "round_corrected",
        shoe: 3,
        result: corrected,
        reason: "card_error",
        roads: NO_ROADS,
        side_bet_hits: [["tie", 3]],
      }),
    );
    expect(view.results.map((result) => [result.round, result.winner])).toEqual([
      [7, "tie"],
      [8, "player"],
    ]);
    expect([view.last_result?.round, hitsOf(view, "tie")]).toEqual([8, 3]);
  });

  test("does not change the dispute button of the last round", () => {
    const view = tableAfter(...numbered(settled, later), {
      type: "dispute",
      table: "jade",
      number: 2,
      after: 10,
      shoe: 3,
      round: 7,
      state: "dismissed",
    });
    expect([view.dispute, view.notice?.kind]).toEqual([null, "dispute"]);
  });
});
