/** How one comes in here: whether guests may, who may register, and what the house asks for. Asked once. */
import { lobby } from "../wire/api";
import type { LobbyAnswer } from "../wire/rest.generated";

const known = $state<{ door: LobbyAnswer | null }>({ door: null });

/** Null until the floor has said it. */
export function door(): LobbyAnswer | null {
  return known.door;
}

export async function lookAtTheDoor(): Promise<void> {
  if (known.door) return;
  const answer = await lobby();
  if (answer.ok) known.door = answer.value;
}
