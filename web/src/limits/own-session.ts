/** This patron's running session: since when they play, and what it has brought so far. Asked of the server. */
import { me } from "../wire/api";
import { floor } from "../floor/floor.svelte";

export interface OwnSession {
  readonly startedAt: number;
  readonly net: number;
}

/** Null before the first bet. Money that the cards have not told yet is not told here either. */
export async function ownSession(): Promise<OwnSession | null> {
  const answer = await me();
  await floor.whenShown();
  if (!answer.ok) return null;
  const { elapsed_ms, staked, returned } = answer.value.session;
  return elapsed_ms > 0 ? { startedAt: floor.now() - elapsed_ms, net: returned - staked } : null;
}
