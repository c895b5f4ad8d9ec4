/** How a round ended, in one line: "Banker wins 5 over 0", or that it was cancelled or voided. */
import { total } from "../format/figures";
import type { PlayView, Replay } from "../wire/rest.generated";
import { say } from "../words/say.svelte";

type Ended = Pick<PlayView | Replay, "winner" | "player_total" | "banker_total" | "status">;

export function resultWords({ winner, player_total, banker_total, status }: Ended): string {
  if (winner === null || player_total === null || banker_total === null || status === "voided")
    return say(`record.status.${status}`);
  const [own, other] = winner === "banker" ? [banker_total, player_total] : [player_total, banker_total];
  return say(winner === "tie" ? "call.tie" : `call.${winner}_wins`, { total: total(own), other: total(other) });
}
