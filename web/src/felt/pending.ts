/** What has been put on a field and is not answered yet: taps being gathered, and commands on their way. */
import { floor } from "../state/floor.svelte";

export function pendingOn(place: string, bet: string): number {
  const gathered = floor.taps.all.reduce((sum, tap) => (tap.place === place && tap.bet === bet ? sum + tap.stake : sum), 0);
  return floor.waiting.all.reduce((sum, { action, place: at }) => {
    return at === place && action.type === "place_wager" && action.bet === bet ? sum + action.stake : sum;
  }, gathered);
}
