/**
 * Who is signed in here. The socket is opened once somebody is; a guest is one click away. Whoever gains rights gets a
 * new cookie, and the server closes the sockets of the old one: we come back with the new one, and resume.
 */
import {
  changePassword,
  enterAsGuest,
  logIn,
  logOut,
  reauthenticate,
  register,
  whoIsHere,
  type Problem,
  type Result,
} from "../wire/api";
import type { Me } from "../wire/rest.generated";
import { floor } from "../floor/floor.svelte";

type Entered = { readonly state: "asking" | "outside" | "inside" | "out_of_reach"; readonly me: Me | null };

const REFUSED_AGAIN_MS = 10_000; // refused twice within this, though we are known: trying on would only hammer

const session = $state<{ now: Entered }>({ now: { state: "asking", me: null } });
let comingIn = 0; // requests under way whose answer is another session
let refusedAt = -Infinity;

export function entered(): Entered {
  return session.now;
}

/** Whether the floor may be shown: somebody is in, and nothing is asked of them first. */
export function isInside(): boolean {
  const { state, me } = session.now;
  return state === "inside" && me !== null && !me.is_locked && !me.must_change_password;
}

function enter(me: Me): void {
  session.now = { state: "inside", me };
  if (isInside()) floor.connect();
}

async function take(asked: Promise<Result<Me>>): Promise<Problem | null> {
  comingIn += 1;
  const answer = await asked;
  comingIn -= 1;
  if (!answer.ok) {
    if (floor.isRefused && comingIn === 0) await lookWhoIsHere();
    return answer.problem;
  }
  enter(answer.value);
  return null;
}

export async function lookWhoIsHere(): Promise<void> {
  const answer = await whoIsHere();
  if (answer.ok && answer.value) enter(answer.value);
  else session.now = { state: !answer.ok && answer.problem.status === 0 ? "out_of_reach" : "outside", me: null };
}

export const comeAsGuest = (): Promise<Problem | null> => take(enterAsGuest());
export const signIn = (name: string, password: string): Promise<Problem | null> => take(logIn(name, password));
export const signUp = (name: string, password: string, document = ""): Promise<Problem | null> =>
  take(register(name, password, document));
export const unlock = (password: string): Promise<Problem | null> => take(reauthenticate(password));
export const takeNewPassword = (current: string, password: string): Promise<Problem | null> =>
  take(changePassword(current, password));

export function changedMe(now: Me): void {
  session.now = { state: "inside", me: now };
}

/**
 * The socket was refused, or told us to sign in again: the session has ended or is locked, or a newer one has taken its
 * place, in this tab or another.
 */
export async function wasRefused(now = Date.now()): Promise<void> {
  if (comingIn > 0) return; // the answer brings us in again
  const isAgain = now - refusedAt < REFUSED_AGAIN_MS;
  refusedAt = now;
  if (isAgain) session.now = { state: "out_of_reach", me: null };
  else await lookWhoIsHere();
}

export async function leave(): Promise<void> {
  floor.disconnect();
  await logOut();
  session.now = { state: "outside", me: null };
}
