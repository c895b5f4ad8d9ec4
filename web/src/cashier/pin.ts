/** A PIN's salted hash, so that the tab's storage does not give the PIN away. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

export function newSalt(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}

export function hashed(pin: string, salt: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${salt}:${pin}`)));
}
