/**
 * The order of a shoe from its secret and the patrons' contributions, exactly as published. Nothing of
 * the game is here: cards are names in a list, and the list is shuffled.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const SECRET_BYTES = 1024;
const BLOCKS = 32;
const WORDS = 2 ** 16;

export class ShuffleStreamEnded extends Error {}

export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

export function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** Text or bytes prefixed with their length, so that different lists of fields never join to the same bytes. */
export function framed(value: string | Uint8Array): Uint8Array {
  const bytes = typeof value === "string" ? utf8ToBytes(value) : value;
  return concatBytes(u32(bytes.length), bytes);
}

export function commitmentOf(secret: string, table: string, shoe: number, deck: string): string {
  return bytesToHex(
    sha256(concatBytes(framed("punto-shoe-1"), framed(table), u64(shoe), framed(deck), framed(hexToBytes(secret)))),
  );
}

/** What leaves the browser instead of a patron's own words. */
export function contributionDigest(words: string): string {
  return bytesToHex(sha256(concatBytes(framed("punto-contribution-1"), framed(words))));
}

export function cardsOfDeck(deck: string): string[] {
  const suits = deck.startsWith("52") ? ["s", "h", "d", "c"] : ["r", "g", "b", "y", "w"];
  const ranks = deck.startsWith("52")
    ? "A 2 3 4 5 6 7 8 9 T J Q K".split(" ")
    : ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"];
  const copies = Number(deck.split("x")[1]);
  return Array.from({ length: copies }, () => suits.flatMap((suit) => ranks.map((rank) => rank + suit))).flat();
}

function pad(commitment: string, contributions: readonly string[]): Uint8Array {
  const digests = [...new Set(contributions)].sort().map(hexToBytes);
  const start = concatBytes(framed("punto-pad-1"), hexToBytes(commitment), u32(digests.length), ...digests);
  return concatBytes(...Array.from({ length: BLOCKS }, (_, block) => sha256(concatBytes(start, u32(block)))));
}

export function shoeOrder(
  secret: string,
  commitment: string,
  contributions: readonly string[],
  deck: string,
): string[] {
  const bytes = hexToBytes(secret);
  if (bytes.length !== SECRET_BYTES)
    throw new ShuffleStreamEnded(`a secret has ${SECRET_BYTES} bytes, this one ${bytes.length}`);
  const mask = pad(commitment, contributions);
  const stream = new DataView(Uint8Array.from(bytes, (byte, place) => byte ^ (mask[place] ?? 0)).buffer);
  const cards = cardsOfDeck(deck);
  let taken = 0;
  const next = () => {
    if (2 * taken >= SECRET_BYTES) throw new ShuffleStreamEnded("the secret has not enough words for this deck");
    return stream.getUint16(2 * taken++);
  };
  for (let last = cards.length - 1; last >= 1; last--) {
    const other = fairChoice(next, last + 1);
    [cards[last], cards[other]] = [cards[other] as string, cards[last] as string];
  }
  return cards;
}

/** One of so many, by the next word that can be shared out evenly. */
export function fairChoice(next: () => number, choices: number): number {
  let word = next();
  while (word >= WORDS - (WORDS % choices)) word = next();
  return word % choices;
}
