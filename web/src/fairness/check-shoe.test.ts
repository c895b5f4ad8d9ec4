/** A shoe made with the published vector's secret verifies; with any one thing changed it does not. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { checkShoe, everythingFits, type DealtShoe } from "./check-shoe";
import { contributionDigest } from "./fair-shoe";

const SECRET = bytesToHex(Uint8Array.from({ length: 1024 }, (_, place) => place % 256));

const SHOE: DealtShoe = {
  table: "demo",
  shoe: 1,
  deck: "52x8",
  commitment: "0b6234bb5889a06d834e7762f22d1fb9ef9421f3a77117b9dfecb1035f56a581",
  contributions: ["alice", "bob"].map(contributionDigest),
  burn_card: "Kc",
  burned_face_down: 1,
  rounds: [
    { round: 1, cards: ["2d", "Kd", "4d", "7d"] },
    { round: 2, cards: ["Jc", "Kd"] },
  ],
  is_abandoned: false,
  cut_card: 408,
  plays_one_more: false,
};

test("a shoe dealt in its order verifies", () => {
  const check = checkShoe(SHOE, SECRET);
  expect(everythingFits(check)).toBe(true);
  expect(check.used).toBe(8);
});

test.each([
  ["another table", { table: "other" }],
  ["another shoe", { shoe: 2 }],
  ["a contribution left out", { contributions: SHOE.contributions.slice(1) }],
  ["another burn card", { burn_card: "Qc" }],
  ["another number of burned cards", { burned_face_down: 2 }],
  ["a card exchanged", { rounds: [{ round: 1, cards: ["2d", "Kd", "7d", "4d"] }] }],
  ["a last round left out", { rounds: SHOE.rounds.slice(0, 1) }],
  ["a round after the last", { cut_card: 411 }],
  ["a round that should come after the cut card's", { plays_one_more: true }],
  ["a secret that is no secret", { commitment: "00".repeat(32) }],
])("%s does not", (_what, change) => {
  expect(everythingFits(checkShoe({ ...SHOE, ...change }, SECRET))).toBe(false);
});

test("an abandoned shoe may end anywhere, and one more round is fine where the rules play it", () => {
  const short = { ...SHOE, rounds: SHOE.rounds.slice(0, 1) };
  expect(everythingFits(checkShoe({ ...short, is_abandoned: true }, SECRET))).toBe(true);
  expect(everythingFits(checkShoe({ ...short, cut_card: null }, SECRET))).toBe(true);
  expect(everythingFits(checkShoe({ ...SHOE, cut_card: 411, plays_one_more: true }, SECRET))).toBe(true);
});

const STORMY: DealtShoe = {
  ...SHOE,
  storm: {
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
  rounds: [
    { round: 1, cards: ["2d", "Kd", "4d", "7d"], struck: "Jdx2 Kdx3 5cx2 Qhx2 Acx2" },
    { round: 2, cards: ["Jc", "Kd"], struck: "2dx3 Jsx5 7sx5 Jhx2 Qsx2" },
  ],
};

test("storms are drawn again", () => {
  expect(everythingFits(checkShoe(STORMY, SECRET))).toBe(true);
  const other = STORMY.rounds.map((round) => ({ ...round, struck: "Jdx2 Kdx3 5cx2 Qhx2 Acx2" }));
  const check = checkShoe({ ...STORMY, rounds: other }, SECRET);
  expect(check.wrongStorm).toBe(2);
  expect(everythingFits(check)).toBe(false);
});

test("the first card that differs is named", () => {
  const check = checkShoe({ ...SHOE, rounds: [{ round: 1, cards: ["2d", "Kd", "5d"] }] }, SECRET);
  expect(check.mismatch).toEqual({ round: 1, place: 3, expected: "4d", found: "5d" });
});
