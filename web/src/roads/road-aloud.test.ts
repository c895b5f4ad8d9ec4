import { expect, test } from "vitest";
import { derivedAloud, resultsAloud } from "./road-aloud";
import type { Placed } from "./run";

const marks = (colours: string): Placed[] => Array.from(colours, (colour, at) => [at, 0, colour, at + 1]);

test("a road of results tells the last six and the run", () => {
  expect(resultsAloud("Main Road, 9 marks", marks("PPPPBPBBB"))).toBe(
    "Main Road, 9 marks; last: Player, Banker, Player, Banker, Banker, Banker; run: Banker, 3",
  );
});

test("a tie is told and does not end a run", () => {
  expect(resultsAloud("Bead plate, 3 rounds", marks("BTB"))).toBe(
    "Bead plate, 3 rounds; last: Banker, Tie, Banker; run: Banker, 2",
  );
});

test("a derived road tells whether the pattern repeats", () => {
  expect(derivedAloud("Small Road, 2 marks", marks("RB"))).toBe("Small Road, 2 marks; last: repeats, changes");
});

test("a road without marks tells no more than that", () => {
  expect(resultsAloud("Main Road, 0 marks", [])).toBe("Main Road, 0 marks");
});
