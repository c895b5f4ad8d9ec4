import { expect, it } from "vitest";
import { othersHolding, peopleAt } from "./people";
import { SEAT, tableAfter } from "../../state/table-examples";

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
  const view = { ...tableAfter(), names, seat: { ...SEAT, holds: ["banker" as const] } };
  expect(peopleAt(view, "Mei").map(({ isOwn }) => isOwn)).toEqual([false, true, false]);
  expect(peopleAt({ ...tableAfter(), names: [], seat: null }, "Mei")).toEqual([
    { name: "Mei", side: null, isOwn: true },
  ]);
});

it("says which of two hands the patron is opening", () => {
  const faces = [
    ["player", 0, "4h"],
    ["player", 1, "5s"],
    ["banker", 0, "Kd"],
    ["banker", 1, "2c"],
  ] as const;
  const seat = { ...SEAT, holds: ["player", "banker"] as const, faces };
  const sideAfter = (...openedCards: string[]) =>
    peopleAt({ ...tableAfter(), names: [], seat, openedCards }, "Mei")[0]?.side;
  expect([sideAfter("player-0"), sideAfter("player-0", "player-1")]).toEqual(["player", "banker"]);
});
