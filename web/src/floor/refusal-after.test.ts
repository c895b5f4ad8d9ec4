import { expect, it } from "vitest";
import { numbered, SETTLED } from "../state/table-examples";
import { refusalAfter } from "./refusal-after";

const [settled] = numbered(SETTLED);
const answer = { type: "answer", id: "1", table: "jade", outcome: "refused", refusal: "betting_is_closed" } as const;

it("gives way to the result of its table, and to nothing else", () => {
  const refused = { place: "jade", answer, bet: "player" };
  expect(refusalAfter(refused, settled!)).toBeNull();
  expect(refusalAfter({ ...refused, place: "pearl" }, settled!)).not.toBeNull();
  expect(refusalAfter(refused, answer)).toBe(refused);
  expect(refusalAfter(null, settled!)).toBeNull();
});
