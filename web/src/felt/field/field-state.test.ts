import { describe, expect, it } from "vitest";
import { INFO, RESULT, tableAfter } from "../../state/table-examples";
import { fieldState } from "./field-state";

describe("a round in which Banker pushes", () => {
  const result = { ...RESULT, winner: "banker", came_out: [], pushed: ["banker"] } as const;
  it.each([
    ["banker", true],
    ["player", false],
  ])("%s: %s, whether one has a stake there or not", (bet, isPushed) => {
    const info = INFO.fields.find((each) => each.bet === bet)!;
    expect(fieldState(tableAfter(), info, 0, result).isPushed).toBe(isPushed);
  });
});

it("lights what came out, if it could be backed in that round", () => {
  const [info] = INFO.fields;
  const result = { ...RESULT, came_out: [[info!.bet, "11"]] as const };
  const until = (last_round: number | null) => fieldState(tableAfter(), { ...info!, last_round }, 0, result).cameOut;
  expect([until(null), until(RESULT.round), until(RESULT.round - 1)]).toEqual([true, true, false]);
});
