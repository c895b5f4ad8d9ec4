import { describe, expect, it } from "vitest";
import { lagWords, moveWords, tableWords } from "./node-words";

describe("nodes in words", () => {
  it.each([
    [null, "–"],
    [0.36, "0.4 ms"],
    [14.2, "14 ms"],
    [1204, "1,204 ms"],
  ])("a lag of %s is %s", (ms, words) => expect(lagWords(ms)).toBe(words));

  it("counts tables only where patrons have several of their own", () => {
    const owner = { table: "ruby", title: "Ruby", node: "jade-7", epoch: 3, since: 0, tables: 1 };
    expect(tableWords(owner)).toBe("Ruby");
    expect(tableWords({ ...owner, tables: 12 })).toBe("Ruby · 12 tables");
  });

  it("says why a table moved", () => {
    const move = { table: "jade", from_node: "a-1", to_node: "a-2", at: 0 };
    expect((["joined", "left", "died", "handed_over"] as const).map((why) => moveWords({ ...move, why }))).toEqual([
      "a node joined",
      "the node left",
      "the node died",
      "handed over",
    ]);
  });
});
