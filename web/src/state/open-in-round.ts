/** Which bets a round of the shoe offers: some close after a round. */
import type { FieldInfo } from "../wire/protocol.generated";

export function isOpenInRound({ last_round }: Pick<FieldInfo, "last_round">, round: number): boolean {
  return last_round === null || round <= last_round;
}
