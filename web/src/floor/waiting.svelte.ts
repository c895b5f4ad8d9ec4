/** Commands sent but not yet answered. Each keeps its id until then, so that a retry is never executed twice. */
import type { House } from "../state/apply-message";
import { placeOf } from "../state/table-view";
import type { Action, Answer, Seat, Wagers } from "../wire/protocol.generated";

/** An action without the id and table that the floor adds. */
export type Request = Action extends infer Each
  ? Each extends Action
    ? Omit<Each, "id" | "table" | "round">
    : never
  : never;

type InRound = Extract<Action, { round?: unknown }>["type"];
const IN_ROUND: Readonly<Record<InRound, true>> = {
  place_wager: true,
  place_set: true,
  move_stake: true,
  clear_last: true,
  clear_all: true,
  double_stakes: true,
  raise_stakes: true,
  repeat_stakes: true,
  deal: true,
  give_tip: true,
};

/** Whether the command names its round, so that a delayed one is not played in the next round. */
export function isForOneRound(request: Request): boolean {
  return request.type in IN_ROUND;
}

/** What a command puts on the felt, as far as it says so itself. */
export function stakesOf(action: Action): readonly (readonly [bet: string, stake: number])[] {
  if (action.type === "place_wager") return [[action.bet, action.stake]];
  return action.type === "place_set" ? action.stakes : [];
}

/** The last command that was refused, with what it would have placed. */
export interface Refused {
  readonly place: string;
  readonly answer: Answer;
  readonly bet: string | null; // null: a command on several fields
  readonly stakes?: readonly (readonly [bet: string, stake: number])[];
}

export interface Waiting {
  readonly action: Action;
  readonly place: string;
  readonly coup: string; // the shoe and round it was meant for
  readonly answered: (answer: Answer) => void;
}

const PLACING: readonly string[] = ["place", "place_set"];

/** A stake that lies on the felt although its command has not been answered yet. */
interface Come {
  readonly id: string;
  readonly bet: string;
  readonly stake: number;
}

export class WaitingCommands {
  all = $state.raw<readonly Waiting[]>([]);
  #come = $state.raw<readonly Come[]>([]);

  add(waiting: Waiting): void {
    this.all = [...this.all, waiting];
  }

  /** Undefined when nobody waits for this answer any more. */
  answered(answer: Answer): Waiting | undefined {
    const waiting = this.all.find((each) => each.action.id === answer.id);
    if (waiting) {
      this.all = this.all.filter((each) => each !== waiting);
      this.#come = this.#come.filter(({ id }) => id !== answer.id);
      waiting.answered(answer);
    }
    return waiting;
  }

  /** When a table is open again: drops commands for rounds that are over and returns the rest to be resent. */
  resume(
    place: string,
    coup: string,
    givenUp: (waiting: Waiting, answer: Answer) => void = () => {},
  ): readonly Action[] {
    const [again, late]: [Waiting[], Waiting[]] = [[], []];
    for (const each of this.all) if (each.place === place) (each.coup === coup ? again : late).push(each);
    for (const each of late) givenUp(each, this.giveUp(each));
    return again.map((each) => each.action);
  }

  /** On its way to a bet: sent, and not on the felt yet. */
  staked(place: string, bet: string): number {
    return this.of(place).reduce((sum, { action }) => sum + this.#left(action, bet), 0);
  }

  /** What lies on the felt now, before it is applied. */
  lie({ tables }: House, message: Wagers | Seat): void {
    if (message.type === "wagers" && !PLACING.includes(message.action)) return; // doubled, say: what waits is still to come
    const place = placeOf(message.table);
    const stakes = message.type === "wagers" ? message.stakes : message.seat.stakes;
    const lay = Object.fromEntries(tables[place]?.seat?.stakes ?? []);
    for (const [bet, stake] of stakes) this.came(place, bet, stake - (lay[bet] ?? 0));
  }

  /** A bet's stake has grown: the oldest commands have come, though their answers may still be on their way. */
  came(place: string, bet: string, grown: number): void {
    for (const { action } of this.of(place)) {
      const stake = Math.min(grown, this.#left(action, bet));
      if (stake > 0) this.#come = [...this.#come, { id: action.id, bet, stake }];
      grown -= stake;
    }
  }

  #left(action: Action, bet: string): number {
    const sum = (stakes: readonly number[]) => stakes.reduce((all, each) => all + each, 0);
    const sent = stakesOf(action).flatMap(([each, stake]) => (each === bet ? [stake] : []));
    const come = this.#come.flatMap((each) => (each.id === action.id && each.bet === bet ? [each.stake] : []));
    return sum(sent) - sum(come);
  }

  of(place: string): readonly Waiting[] {
    return this.all.filter((each) => each.place === place);
  }

  private giveUp(waiting: Waiting): Answer {
    const { id, table } = waiting.action;
    const answer: Answer = { type: "answer", id, table, outcome: "refused", refusal: "connection_was_lost" };
    this.answered(answer);
    return answer;
  }
}
