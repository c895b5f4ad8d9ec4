/** What has been put on a field and is not answered yet: taps being gathered, and commands on their way. */
import { floor } from "../floor/floor.svelte";

export function pendingOn(place: string, bet: string): number {
  return floor.taps.on(place, bet) + floor.waiting.staked(place, bet);
}
