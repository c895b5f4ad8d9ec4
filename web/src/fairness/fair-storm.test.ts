/** The published vector, which Python's own test draws too. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { commitmentOf, contributionDigest } from "./fair-shoe";
import { stormOf, type StormSource } from "./fair-storm";

const SECRET = bytesToHex(Uint8Array.from({ length: 1024 }, (_, place) => place % 256));
const SOURCE: StormSource = {
  secret: SECRET,
  commitment: commitmentOf(SECRET, "demo", 1, "52x8"),
  contributions: ["alice", "bob"].map(contributionDigest),
  deck: "52x8",
  weights: {
    cards: [
      [4, 1],
      [5, 2],
      [6, 1],
    ],
    multipliers: [
      [2, 4],
      [3, 3],
      [5, 2],
      [8, 1],
    ],
  },
};

test.each([
  [1, "Jdx2 Kdx3 5cx2 Qhx2 Acx2"],
  [2, "2dx3 Jsx5 7sx5 Jhx2 Qsx2"],
  [3, "9sx3 3hx3 3dx2 6sx3"],
])("round %i", (round, storm) => {
  expect(stormOf(SOURCE, round)).toBe(storm);
});

test("contributions count, once and in any order", () => {
  const [alice = "", bob = ""] = SOURCE.contributions;
  expect(stormOf({ ...SOURCE, contributions: [bob, alice, bob] }, 1)).toBe(stormOf(SOURCE, 1));
  expect(stormOf({ ...SOURCE, contributions: [alice] }, 1)).not.toBe(stormOf(SOURCE, 1));
});
