/** The published test vector of the fair shoe, computed independently of this code. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { cardsOfDeck, commitmentOf, contributionDigest, ShuffleStreamEnded, shoeOrder } from "./fair-shoe";

const SECRET = bytesToHex(Uint8Array.from({ length: 1024 }, (_, place) => place % 256));
const COMMITMENT = "0b6234bb5889a06d834e7762f22d1fb9ef9421f3a77117b9dfecb1035f56a581";
const CONTRIBUTIONS = ["alice", "bob"].map(contributionDigest);

test("the commitment of the published vector", () => {
  expect(commitmentOf(SECRET, "demo", 1, "52x8")).toBe(COMMITMENT);
});

test("the order of the published vector", () => {
  const order = shoeOrder(SECRET, COMMITMENT, CONTRIBUTIONS, "52x8");
  expect(order.slice(0, 8).join(" ")).toBe("Kc 8c 2d Kd 4d 7d Jc Kd");
  expect(bytesToHex(sha256(utf8ToBytes(order.join(" "))))).toBe(
    "01b869513d1255a860d4134ae3d502ec7bee685395eb0c4e0b7a3f4427dc46a3",
  );
});

test("contributions count once, in whatever order they came", () => {
  const [alice = "", bob = ""] = CONTRIBUTIONS;
  const order = shoeOrder(SECRET, COMMITMENT, [alice, bob], "52x8");
  expect(shoeOrder(SECRET, COMMITMENT, [bob, alice, bob], "52x8")).toEqual(order);
  expect(shoeOrder(SECRET, COMMITMENT, [bob], "52x8")).not.toEqual(order);
});

test.each([
  ["52x8", 416],
  ["55x8", 440],
])("a deck %s has %i cards, and a shuffle loses none", (deck, size) => {
  const order = shoeOrder(SECRET, COMMITMENT, [], deck);
  expect(order).toHaveLength(size);
  expect([...order].sort()).toEqual(cardsOfDeck(deck).sort());
});

test("a secret that is too short is refused", () => {
  expect(() => shoeOrder("00ff", COMMITMENT, [], "52x8")).toThrow(ShuffleStreamEnded);
});
