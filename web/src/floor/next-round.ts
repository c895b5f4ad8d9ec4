/** The chips that wait for the next round on this floor: one list for felt, rail, keys and cashier. */
import type { Told } from "../state/told";
import { floor } from "./floor.svelte";
import { NextBets, type Stakes, type WhyDropped } from "./next-bets.svelte";

export const nextBets = new NextBets(placeSet, tellDropped);

/** A listener of the floor. A welcome follows a lost connection: what waited before it is void. */
export function followRounds(told: Told): void {
  if (told.type === "welcome") nextBets.dropAll("connection_was_lost");
  else nextBets.follow(floor.tables);
}

/** Several stakes as one command, all or nothing; of a single one the server can say how much would fit. */
export function placeSet(place: string, stakes: Stakes): void {
  const [first, ...more] = stakes;
  if (!first) return;
  floor.forgetRefusal();
  if (more.length > 0) void floor.act(place, { type: "place_set", stakes });
  else void floor.act(place, { type: "place_wager", bet: first[0], stake: first[1] });
}

/** At its table, or at the one that took its place. */
function tellDropped(place: string, why: WhyDropped): void {
  const at = floor.open.includes(place) ? place : floor.front;
  const view = at === null ? undefined : floor.house.tables[at];
  if (!view) return;
  if (why === "connection_was_lost") {
    const answer = { type: "answer", id: "", table: view.info.table, outcome: "refused", refusal: why } as const;
    floor.refused = { place: view.id, answer, bet: null };
    return;
  }
  floor.notice(view, { kind: "not_placed" });
}
