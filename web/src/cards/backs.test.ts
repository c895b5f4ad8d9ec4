import { beforeAll, describe, expect, test } from "vitest";
import { BACKS } from "../settings/looks";
import { backDrawing, loadBack } from "./backs.svelte";

test("another back is plain until it has come", async () => {
  expect(backDrawing("argyle").lines).toBe("");
  expect(backDrawing("lattice").lines).not.toBe("");
  await loadBack("argyle");
  expect(backDrawing("argyle").lines).not.toBe("");
});

describe.each(BACKS)("the back %s", (back) => {
  beforeAll(() => loadBack(back));

  test("is drawn in full, and light enough for every card of a lobby", () => {
    const { lines, faint } = backDrawing(back);
    expect(lines).toMatch(/^M/);
    expect(`${lines}${faint}`).not.toMatch(/NaN|undefined|Infinity/);
    expect(lines.length + faint.length).toBeLessThan(20_000);
  });
});

test("no two backs are alike", () => {
  expect(new Set(BACKS.map((back) => backDrawing(back).lines)).size).toBe(BACKS.length);
});
