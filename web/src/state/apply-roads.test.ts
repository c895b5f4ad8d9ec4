/** Marks are replaced from an index on; a display drops whole columns on the left and nothing else. */
import { expect, test } from "vitest";
import type { Mark } from "../wire/protocol.generated";
import { applyRoads, columnsDropped, emptyRoads, NO_ROUNDS } from "./apply-roads";

const mark = (column: number, round: number): Mark => [column, 0, "B", round];
const CHANGE = { statistics: NO_ROUNDS, ask_player: "R-B", ask_banker: "B-R" };

test("a change replaces what follows its index and leaves the other roads alone", () => {
  const before = applyRoads(emptyRoads, {
    ...CHANGE,
    bead_plate: { index: 0, marks: [mark(0, 1), mark(0, 2)] },
    small: { index: 0, marks: [mark(0, 2)] },
  });
  const after = applyRoads(before, { ...CHANGE, bead_plate: { index: 1, marks: [mark(0, 3), mark(1, 4)] } });
  expect(after.bead_plate.map(([, , , round]) => round)).toEqual([1, 3, 4]);
  expect(after.small).toEqual(before.small);
});

test("a new shoe empties a road", () => {
  const before = applyRoads(emptyRoads, { ...CHANGE, bead_plate: { index: 0, marks: [mark(0, 1)] } });
  expect(applyRoads(before, { ...CHANGE, bead_plate: { index: 0, marks: [] } }).bead_plate).toEqual([]);
});

test.each([
  // marks up to column, columns shown, dropped
  [-1, 10, 0],
  [5, 10, 0],
  [8, 10, 0],
  [9, 10, 1],
  [30, 10, 22],
])("up to column %i on %i columns drops %i", (last, columns, dropped) => {
  const marks = Array.from({ length: last + 1 }, (_, column) => mark(column, column + 1));
  expect(columnsDropped(marks, columns)).toBe(dropped);
});
