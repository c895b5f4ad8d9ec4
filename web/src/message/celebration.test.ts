import { describe, expect, it } from "vitest";
import { rareLine, tierOf } from "./celebration";
import { INFO, RESULT } from "../state/table-examples";

describe("how a win is celebrated", () => {
  it.each([
    // staked, returned, tier
    [100, 0, 0],
    [100, 95, 0], // half came back: told, never celebrated
    [100, 100, 0], // a push
    [100, 195, 1],
    [100, 200, 1], // the stake itself was won
    [1_200, 2_450, 2], // 1,250 net on 1,200
    [100, 1_100, 2], // ten times the stake
    [100, 1_101, 3],
  ] as const)("%i staked and %i returned are tier %i", (staked, returned, tier) => {
    expect(tierOf({ staked, returned })).toBe(tier);
  });
});

describe("a line worth a name", () => {
  const field = (bet: string, backs: "player" | "banker" | null = null) => ({ ...INFO.fields[0]!, bet, backs });
  const fields = [field("player", "player"), field("banker", "banker"), field("tie"), field("bonus"), field("pair")];
  const rare = (...came_out: [string, string][]) => {
    const line = rareLine({ ...RESULT, came_out }, fields);
    return line && `${line.field.bet} ${line.odds}`;
  };

  it.each([
    ["an ordinary win", [["banker", "19/20"]], null],
    ["a tie", [["tie", "8"]], null],
    [
      "a pair at eleven",
      [
        ["player", "1"],
        ["pair", "11"],
      ],
      "pair 11",
    ],
    ["a bonus at ten", [["bonus", "10"]], "bonus 10"],
    [
      "the rarer of two",
      [
        ["pair", "25"],
        ["bonus", "30"],
      ],
      "bonus 30",
    ],
    ["extra odds on a side", [["banker", "59/20"]], "banker 59/20"],
    ["a bet that is not on this felt", [["elsewhere", "50"]], null],
  ] as [string, [string, string][], string | null][])("%s", (_, cameOut, named) => {
    expect(rare(...cameOut)).toBe(named);
  });

  it("is one that could be backed in its round", () => {
    const until = (last_round: number) => ({ ...field("pair"), last_round });
    const result = { ...RESULT, came_out: [["pair", "25"]] as const };
    expect(rareLine(result, [until(RESULT.round - 1)])).toBeNull();
    expect(rareLine(result, [until(RESULT.round)])?.odds).toBe("25");
  });
});
