/** The few words beside a stake: what it would win, or how the round ended for it. */
import { amount } from "../../format/figures";
import { say } from "../../words/say.svelte";
import type { FieldState } from "./field-state";

export interface Pill {
  readonly text: string;
}

export function pillOf(state: FieldState, denomination: number, showsWinnings: boolean): Pill | null {
  if (state.stake + state.pending === 0) return null;
  if (state.ending === "push") return { text: say("felt.push") };
  if (state.ending === "won") return { text: `+${amount(state.returned - state.stake, denomination)}` };
  if (!showsWinnings || state.stake === 0 || state.pending > 0 || state.ending !== null) return null;
  return { text: say("felt.wins", { amount: amount((state.room?.wins ?? 0) - state.stake, denomination) }) };
}
