import { describe, expect, it } from "vitest";
import { landings, payoutsOf } from "./payouts";

const TABLE = { chips: [1, 5, 25, 100], denomination: 100 };

describe("a round is paid", () => {
  it("losers go first, 40 ms apart; winnings come once they are gone, 60 ms apart", () => {
    const { swept, paid } = payoutsOf(
      [
        ["player", 20_000, "-1", 0],
        ["banker", 10_000, "1", 20_000],
        ["pair", 500, "11", 6_000],
      ],
      TABLE,
    );
    expect(swept.map(({ bet, chip, after }) => `${bet} ${chip} ${after}`)).toEqual([
      "player 100 300",
      "player 100 340",
    ]);
    expect(paid.map(({ bet, chip, after }) => `${bet} ${chip} ${after}`)).toEqual([
      "banker 100 720",
      "pair 25 780",
      "pair 25 840",
      "pair 5 900",
    ]);
  });

  it("without losers, as soon as the stake has moved aside", () => {
    expect(payoutsOf([["banker", 10_000, "1", 20_000]], TABLE).paid.map(({ after }) => after)).toEqual([200]);
  });

  it("a push moves nothing; of half a loss only the half goes", () => {
    expect(payoutsOf([["banker", 10_000, "0", 10_000]], TABLE)).toEqual({ swept: [], paid: [] });
    const half = payoutsOf([["banker", 10_000, "-1/2", 5_000]], TABLE);
    expect(half.swept.map(({ chip }) => chip)).toEqual([25, 25]);
  });

  it("tells when each chip of a bet has landed", () => {
    const payouts = payoutsOf([["banker", 10_000, "2", 30_000]], TABLE);
    expect(landings(payouts, "banker")).toEqual([620, 680]);
    expect(landings(payouts, "player")).toEqual([]);
  });
});
