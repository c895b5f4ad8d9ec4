/** One field as this patron sees it: stake, pending chips, why it is closed, how the round ended for it. */
import type { FieldInfo, FieldRoom, RoundResult } from "../../wire/protocol.generated";
import { isOpenInRound } from "../../state/open-in-round";
import type { TableView } from "../../state/table-view";

export type Ending = "won" | "push" | "lost";

export interface FieldState {
  readonly stake: number;
  readonly pending: number;
  readonly isOpen: boolean;
  readonly isClosedForShoe: boolean;
  readonly roundsLeft: number | null; // from three rounds before the last
  readonly ending: Ending | null;
  readonly returned: number;
  readonly cameOut: boolean;
  readonly isPushed: boolean; // its stakes go back, backed by this patron or not
  readonly room: FieldRoom | null;
}

const COUNTED_FROM = 3;

export function fieldState(view: TableView, info: FieldInfo, pending: number, result: RoundResult | null): FieldState {
  const lies = view.seat?.stakes.find(([bet]) => bet === info.bet)?.[1] ?? 0;
  const settled = view.settlement?.wagers.find(([bet]) => bet === info.bet) ?? null;
  const room = view.seat?.fields.find((each) => each.bet === info.bet) ?? null;
  const isClosedForShoe = room?.refusal === "bet_is_closed_for_this_shoe";
  const roundsLeft = info.last_round === null ? null : info.last_round - view.round + 1;
  return {
    stake: lies || settled?.[1] || 0,
    pending,
    isOpen: view.phase === "betting" && view.paused === null && !isClosedForShoe,
    isClosedForShoe,
    roundsLeft: roundsLeft !== null && roundsLeft > 0 && roundsLeft <= COUNTED_FROM ? roundsLeft : null,
    ending: settled && result ? endingOf(settled[1], settled[3]) : null,
    returned: settled?.[3] ?? 0,
    cameOut: result !== null && isOpenInRound(info, result.round) && cameOut(result, info.bet),
    isPushed: result?.pushed?.includes(info.bet) ?? false,
    room,
  };
}

function cameOut({ came_out }: RoundResult, bet: string): boolean {
  return came_out.some(([each]) => each === bet);
}

function endingOf(stake: number, returned: number): Ending {
  if (returned > stake) return "won";
  return returned === stake ? "push" : "lost";
}
