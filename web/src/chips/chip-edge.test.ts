import { expect, test } from "vitest";
import { edgeInserts } from "./chip-edge";

test("only inserts on the front edge are seen, whatever the turn", () => {
  for (const turn of [0, 0.2, 0.5, 0.78]) {
    const inserts = edgeInserts(turn, 0.8, 13);
    expect(inserts.length).toBeGreaterThanOrEqual(3);
    expect(inserts.length).toBeLessThanOrEqual(4);
    for (const { path } of inserts) expect(Number(/^M\S+ (\S+?)L/.exec(path)?.[1])).toBeGreaterThan(0);
  }
});
