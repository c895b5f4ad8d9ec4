// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { numbered, RESULT, SETTLED, tableAfter } from "../state/table-examples";
import type { RoundResult } from "../wire/protocol.generated";
import { explainedOnPlate, plateOf } from "./message.svelte";

const BANKER_NINE: RoundResult = {
  ...RESULT,
  winner: "banker",
  player: { cards: ["Jd", "4s"], total: 4 },
  banker: { cards: ["4h", "5c"], total: 9 },
  came_out: [["banker", "19/20"]],
};

function plateAfter(result: RoundResult, paid: { staked: number; returned: number } | null = null): string[] {
  const settled = numbered({ ...SETTLED, result });
  const settlement = paid && {
    type: "settlement" as const,
    table: "jade",
    number: 2,
    after: 11,
    round: 7,
    wagers: [],
    won: paid.returned > paid.staked,
    fields: [],
    may_dispute: false,
    ...paid,
  };
  return plateOf(tableAfter(...settled, ...(settlement ? [settlement] : []))).map(({ text }) => text);
}

describe("the plate tells a result", () => {
  it("first who won", () => {
    expect(plateAfter(BANKER_NINE)).toEqual(["Banker wins 9 over 4"]);
  });

  it("a natural by its name", () => {
    expect(plateAfter({ ...BANKER_NINE, is_natural: true })).toEqual(["Banker, natural 9"]);
  });

  it("then a rare line by its name and odds, backed or not", () => {
    const rare = plateAfter({ ...BANKER_NINE, came_out: [...BANKER_NINE.came_out, ["tie", "50"]] });
    expect(rare).toEqual(["Banker wins 9 over 4", "Tie pays 50 : 1"]);
  });

  it("then that the side which won pushes, as no other line would", () => {
    const pushed = plateAfter({ ...BANKER_NINE, came_out: [], pushed: ["banker"] });
    expect(pushed).toEqual(["Banker wins 9 over 4", "Banker pushes"]);
    expect(plateAfter({ ...BANKER_NINE, winner: "tie", pushed: ["player", "banker"] })).toHaveLength(1);
  });

  it("then what came back, unless it was a win: a profit has its own place", () => {
    expect(plateAfter(BANKER_NINE, { staked: 200, returned: 195 }).at(-1)).toBe("Returned 1.95");
    expect(plateAfter(BANKER_NINE, { staked: 100, returned: 195 })).toEqual(["Banker wins 9 over 4"]);
    expect(plateAfter(BANKER_NINE, { staked: 100, returned: 0 })).toEqual(["Banker wins 9 over 4"]);
  });
});

describe("the plate is asked why", () => {
  it("about the result that it tells", () => {
    expect(explainedOnPlate(tableAfter(...numbered(SETTLED)))).toEqual(RESULT);
    expect(explainedOnPlate(tableAfter())).toBeNull();
  });

  it("but not while something urgent stands on it", () => {
    const view = tableAfter(...numbered(SETTLED));
    expect(explainedOnPlate({ ...view, paused: "card_error" })).toBeNull();
  });
});
