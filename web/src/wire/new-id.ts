/** Ids of commands and requests: one keeps its id when it is sent again, so that nothing is done twice.
 *
 * They begin with the time, because the server keeps its answers in the order of ids, and writes fastest at the end.
 */
const RANDOM_BYTES = 9;
const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** `randomUUID` is absent over plain http on a LAN; random values are not. */
export function newId(now = Date.now()): string {
  const chance = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return now.toString(36).padStart(9, "0") + Array.from(chance, (byte) => LETTERS[byte % LETTERS.length]).join("");
}
