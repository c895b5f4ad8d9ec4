/** How to sign in on this floor: as a guest or not, who may register, what the house asks for. Loaded once. */
import { lobby } from "../wire/api";
import type { LobbyAnswer } from "../wire/rest.generated";

const known = $state<{ options: LobbyAnswer | null }>({ options: null });

/** Null until loaded. */
export function signInOptions(): LobbyAnswer | null {
  return known.options;
}

export async function loadSignInOptions(): Promise<void> {
  if (known.options) return;
  const answer = await lobby();
  if (answer.ok) known.options = answer.value;
}
