/** Stakes on a field that are not confirmed yet: batched taps and commands in flight. */
import { floor } from "../../floor/floor.svelte";

export function pendingOn(place: string, bet: string): number {
  return floor.taps.on(place, bet) + floor.waiting.staked(place, bet);
}
