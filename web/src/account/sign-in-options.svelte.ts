/** How one comes in here: whether guests may, who may register, and what the house asks for. Asked once. */
import { lobby } from "../wire/api";
import type { LobbyAnswer } from "../wire/rest.generated";

const known = $state<{ options: LobbyAnswer | null }>({ options: null });

/** Null until the floor has said it. */
export function signInOptions(): LobbyAnswer | null {
  return known.options;
}

export async function loadSignInOptions(): Promise<void> {
  if (known.options) return;
  const answer = await lobby();
  if (answer.ok) known.options = answer.value;
}
