/** Ids of commands and requests. A retry keeps its id, so that nothing is executed twice.
 *
 * They start with the time, because the server stores answers in id order and appends are fastest.
 */
const RANDOM_BYTES = 9;
const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** `randomUUID` is absent over plain http on a LAN; random values are not. */
export function newId(now = Date.now()): string {
  const chance = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return now.toString(36).padStart(9, "0") + Array.from(chance, (byte) => LETTERS[byte % LETTERS.length]).join("");
}
