/**
 * Who is signed in. The socket is opened once somebody is. Signing in with more rights brings a
 * new cookie, and the server closes the sockets of the old one: we reconnect with the new one and resume.
 */
import {
  changePassword,
  enterAsGuest,
  logIn,
  logOut,
  reauthenticate,
  register,
  currentSession,
  type Problem,
  type Result,
} from "../wire/api";
import type { Me } from "../wire/rest.generated";
import { floor } from "../floor/floor.svelte";

type Session = { readonly state: "asking" | "outside" | "inside" | "out_of_reach"; readonly me: Me | null };

const REFUSED_AGAIN_MS = 10_000; // refused twice within this time despite a session: stop retrying

const current = $state<{ now: Session }>({ now: { state: "asking", me: null } });
let signingIn = 0; // requests in flight that will change the session
let refusedAt = -Infinity;

export function session(): Session {
  return current.now;
}

/** Whether the floor may be shown: somebody is signed in, unlocked, and has no password to change. */
export function isSignedIn(): boolean {
  const { state, me } = current.now;
  return state === "inside" && me?.role === "patron" && !me.is_locked && !me.must_change_password;
}

/** Staff do not play: their consoles are a page of their own. */
export function isStaff(): boolean {
  return current.now.me !== null && current.now.me.role !== "patron";
}

function enter(me: Me): void {
  current.now = { state: "inside", me };
  if (isSignedIn()) floor.connect();
}

async function take(asked: Promise<Result<Me>>): Promise<Problem | null> {
  signingIn += 1;
  const answer = await asked;
  signingIn -= 1;
  if (!answer.ok) {
    if (floor.isRefused && signingIn === 0) await loadSession();
    return answer.problem;
  }
  enter(answer.value);
  return null;
}

export async function loadSession(): Promise<void> {
  const answer = await currentSession();
  if (answer.ok && answer.value) enter(answer.value);
  else current.now = { state: !answer.ok && answer.problem.status === 0 ? "out_of_reach" : "outside", me: null };
}

export const playAsGuest = (): Promise<Problem | null> => take(enterAsGuest());
export const signIn = (name: string, password: string): Promise<Problem | null> => take(logIn(name, password));
export const signUp = (name: string, password: string, document = ""): Promise<Problem | null> =>
  take(register(name, password, document));
export const unlock = (password: string): Promise<Problem | null> => take(reauthenticate(password));
export const replacePassword = (current: string, password: string): Promise<Problem | null> =>
  take(changePassword(current, password));

export function updateMe(now: Me): void {
  current.now = { state: "inside", me: now };
}

/**
 * The socket was refused, or told us to sign in again: the session has ended or is locked, or a newer one has taken its
 * place, in this tab or another.
 */
export async function socketWasRefused(now = Date.now()): Promise<void> {
  if (signingIn > 0) return; // the answer will reconnect us
  const isAgain = now - refusedAt < REFUSED_AGAIN_MS;
  refusedAt = now;
  if (isAgain) current.now = { state: "out_of_reach", me: null };
  else await loadSession();
}

export async function signOut(): Promise<void> {
  floor.disconnect();
  await logOut();
  current.now = { state: "outside", me: null };
}
