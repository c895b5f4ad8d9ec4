/** A PIN's salted hash, so that neither the tab's storage nor a glance at it tells the PIN. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

export function newSalt(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}

export function hashed(pin: string, salt: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${salt}:${pin}`)));
}
