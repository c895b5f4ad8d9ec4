import { expect, it } from "vitest";
import { othersHolding, peopleAt } from "./people";
import { SEAT } from "../../state/table-examples";

const names = [
  ["player", "Ann"],
  ["player", ""],
  ["banker", "Mei"],
] as const;

it("leaves the patron out of the others, whether they show a name or not", () => {
  const view = { names, seat: { ...SEAT, holds: ["player" as const] } };
  expect(othersHolding(view, "Ann").map(({ name }) => name)).toEqual(["", "Mei"]);
  expect(othersHolding(view, "Bob").map(({ name }) => name)).toEqual(["Ann", "Mei"]);
  expect(othersHolding({ names, seat: SEAT }, "Ann")).toHaveLength(3); // watches
});

it("puts the patron into the middle", () => {
  const view = { names, seat: { ...SEAT, holds: ["banker" as const] } };
  expect(peopleAt(view, "Mei").map(({ isOwn }) => isOwn)).toEqual([false, true, false]);
  expect(peopleAt({ names: [], seat: null }, "Mei")).toEqual([{ name: "Mei", side: null, isOwn: true }]);
});
