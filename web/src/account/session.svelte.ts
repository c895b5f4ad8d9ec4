/** Who is signed in here. The socket is opened once somebody is; a guest is one click away. */
import { enterAsGuest, logIn, logOut, reauthenticate, register, whoIsHere, type Problem, type Result } from "../api";
import type { Me } from "../api-types";
import { floor } from "../state/floor.svelte";

type Entered = { readonly state: "asking" | "outside" | "inside" | "out_of_reach"; readonly me: Me | null };

const session = $state<{ now: Entered }>({ now: { state: "asking", me: null } });

export function entered(): Entered {
  return session.now;
}

function enter(me: Me): void {
  session.now = { state: "inside", me };
  if (!me.is_locked && !me.must_change_password) floor.connect();
}

function take(answer: Result<Me>): Problem | null {
  if (!answer.ok) return answer.problem;
  enter(answer.value);
  return null;
}

export async function lookWhoIsHere(): Promise<void> {
  const answer = await whoIsHere();
  if (answer.ok && answer.value) enter(answer.value);
  else session.now = { state: !answer.ok && answer.problem.status === 0 ? "out_of_reach" : "outside", me: null };
}

export const comeAsGuest = async (): Promise<Problem | null> => take(await enterAsGuest());
export const signIn = async (name: string, password: string): Promise<Problem | null> => take(await logIn(name, password));
export const signUp = async (name: string, password: string): Promise<Problem | null> => take(await register(name, password));
export const unlock = async (password: string): Promise<Problem | null> => take(await reauthenticate(password));

export function changedMe(now: Me): void {
  session.now = { state: "inside", me: now };
}

/** The socket was refused: the session has ended elsewhere, or the server has forgotten it. */
export function isOutside(): void {
  session.now = { state: "outside", me: null };
}

export async function leave(): Promise<void> {
  floor.disconnect();
  await logOut();
  isOutside();
}
