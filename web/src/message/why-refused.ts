/** Why a command was refused: the limit, and how much still fits where the server says so. */
import { amount } from "../format/figures";
import type { Answer, FieldRoom } from "../wire/protocol.generated";
import type { TableView } from "../state/table-view";
import { betTitle, refusalWords, say } from "../words/say.svelte";

type Stakes = readonly (readonly [bet: string, stake: number])[];

const OF_ONE_FIELD = [
  "stake_is_below_minimum",
  "stake_is_above_maximum",
  "return_is_above_maximum",
  "exposure_is_too_large",
];

/** `stakes`: of a set, what it would have placed. */
export function whyRefused(
  view: TableView,
  answer: Answer,
  bet: string | null,
  balance: number,
  stakes: Stakes = [],
): string {
  const inView = (units: number | null | undefined) => amount(units ?? 0, view.seat?.denomination);
  const refusal = answer.refusal ?? "";
  const room = answer.room ?? null; // null for a command on several fields
  if (answer.outcome === "too_late" && answer.late_ms !== undefined && answer.late_ms !== null) {
    return say("message.too_late", { seconds: (answer.late_ms / 1000).toFixed(1) });
  }
  if (refusal === "own_limit_is_reached" && room !== 0) {
    return room === null
      ? say("message.own_limit_is_passed")
      : say("message.own_limit_leaves", { amount: inView(room) });
  }
  const info = view.info.fields.find((field) => field.bet === bet);
  if (!info && OF_ONE_FIELD.includes(refusal)) {
    if (refusal === "stake_is_below_minimum") {
      const low = misfits(view, stakes, (field, stake) => field.next_stake > stake).join(", ");
      return low === "" ? say("message.below_a_minimum") : say("message.below_minimum_of", { bets: low });
    }
    const again = stakes.length > 0 ? stakes : stakesAgain(view);
    const bets = misfits(view, again, (field, stake) => field.room < stake).join(", ");
    return bets === "" ? say("message.above_a_limit") : say("message.above_limits_of", { bets });
  }
  return refusalWords(refusal, {
    bet: info ? betTitle(info.bet, info.title) : "",
    next: inView(answer.next_stake),
    room: inView(room ?? balance),
    fits:
      room === null
        ? say("message.nothing_changed")
        : room > 0
          ? say("message.fits", { amount: inView(room) })
          : say("message.nothing_fits"),
    limit: inView(refusal === "tip_is_too_large" ? view.info.tip_max : view.info.difference_max),
    max: inView(info?.stake_max),
    pays: inView(info?.return_max),
    round: info?.last_round ?? 0,
  });
}

/** What Double and Repeat put there: the stakes that lie on the felt, or lay there last. */
function stakesAgain({ seat }: TableView): Stakes {
  if (!seat) return [];
  return seat.stakes.length > 0 ? seat.stakes : seat.last_stakes;
}

/** The fields on which these stakes do not fit. */
function misfits(
  { seat, info }: TableView,
  stakes: Stakes,
  isWrong: (field: FieldRoom, stake: number) => boolean,
): readonly string[] {
  const isMisfit = (bet: string): boolean => {
    const stake = stakes.find(([on]) => on === bet)?.[1];
    const field = seat?.fields.find((each) => each.bet === bet);
    return stake !== undefined && field !== undefined && isWrong(field, stake);
  };
  return info.fields.filter(({ bet }) => isMisfit(bet)).map(({ bet, title }) => betTitle(bet, title));
}
