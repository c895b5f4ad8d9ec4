/**
 * A reserved seat: the screen is covered until the PIN is entered. Only its salted hash is kept, in this tab and across
 * a reload; after three wrong tries each further one waits twice as long.
 */
const KEPT_UNDER = "punto.reserved";
const FREE_TRIES = 3;
const FIRST_WAIT_MS = 5_000;

type Reserved = {
  readonly salt: string;
  readonly hash: string;
  readonly since: number;
  readonly tries: number;
  readonly waitUntil: number;
};

const place = $state<{ reserved: Reserved | null }>({ reserved: read() });

function read(): Reserved | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT_UNDER) ?? "null") as Reserved | null;
  } catch {
    return null;
  }
}

function keep(reserved: Reserved | null): void {
  place.reserved = reserved;
  if (reserved) sessionStorage.setItem(KEPT_UNDER, JSON.stringify(reserved));
  else sessionStorage.removeItem(KEPT_UNDER);
}

export function isPin(text: string): boolean {
  return /^\d{4,8}$/.test(text);
}

export function reserved(): Reserved | null {
  return place.reserved;
}

export function reserve(salt: string, hash: string, now: number): void {
  keep({ salt, hash, since: now, tries: 0, waitUntil: 0 });
}

export function release(hash: string, now: number): boolean {
  const kept = place.reserved;
  if (!kept || now < kept.waitUntil) return false;
  if (hash === kept.hash) {
    keep(null);
    return true;
  }
  const tries = kept.tries + 1;
  const waitMs = tries < FREE_TRIES ? 0 : FIRST_WAIT_MS * 2 ** (tries - FREE_TRIES);
  keep({ ...kept, tries, waitUntil: now + waitMs });
  return false;
}

export function forget(): void {
  keep(null);
}
