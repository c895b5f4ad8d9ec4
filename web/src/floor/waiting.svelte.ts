/** Commands sent but not yet answered. Each keeps its id until then, so that a retry is never executed twice. */
import type { Action, Answer } from "../wire/protocol.generated";

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

export class WaitingCommands {
  all = $state.raw<readonly Waiting[]>([]);

  add(waiting: Waiting): void {
    this.all = [...this.all, waiting];
  }

  /** Undefined when nobody waits for this answer any more. */
  answered(answer: Answer): Waiting | undefined {
    const waiting = this.all.find((each) => each.action.id === answer.id);
    if (waiting) {
      this.all = this.all.filter((each) => each !== waiting);
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

  staked(place: string, bet: string): number {
    return this.of(place)
      .flatMap(({ action }) => stakesOf(action))
      .reduce((sum, [each, stake]) => (each === bet ? sum + stake : sum), 0);
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
