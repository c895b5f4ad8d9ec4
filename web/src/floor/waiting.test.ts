import { expect, test } from "vitest";
import type { Answer } from "../wire/protocol.generated";
import { after, OPENED, SEAT } from "../state/table-examples";
import { WaitingCommands } from "./waiting.svelte";

function waitingFor(coups: string[]): { commands: WaitingCommands; answers: Answer[] } {
  const commands = new WaitingCommands();
  const answers: Answer[] = [];
  coups.forEach((coup, index) => {
    const action = { type: "place_wager", id: `id-${index}`, table: "jade", bet: "player", stake: 100 } as const;
    commands.add({ action, place: "jade", coup, answered: (answer) => answers.push(answer) });
  });
  return { commands, answers };
}

test("after a reconnect, commands for the running round are resent with their id and older bets are dropped", () => {
  const { commands, answers } = waitingFor(["3/7", "3/8"]);
  expect(commands.resume("jade", "3/8").map((action) => action.id)).toEqual(["id-1"]);
  expect(answers.map((answer) => [answer.id, answer.refusal])).toEqual([["id-0", "connection_was_lost"]]);
  expect(commands.all).toHaveLength(1);
});

test("a stake that already lies on the felt is no longer on its way, answered or not", () => {
  const { commands } = waitingFor(["3/7", "3/7"]);
  expect(commands.staked("jade", "player")).toBe(200);
  commands.came("jade", "player", 100);
  expect(commands.staked("jade", "player")).toBe(100);
  commands.answered({ type: "answer", id: "id-0", table: "jade", outcome: "accepted" });
  expect(commands.staked("jade", "player")).toBe(100);
  commands.came("jade", "player", 100);
  expect(commands.staked("jade", "player")).toBe(0);
});

test("what a seat or placed wagers show has come; what a doubling adds has not", () => {
  const told = { type: "wagers", table: "jade", number: 2, after: 10, left_out: [], fields: [] } as const;
  const wagers = (action: string, stake: number) =>
    ({ ...told, action, stakes: [["player", stake]], staked: stake }) as const;
  const seat = {
    type: "seat",
    table: "jade",
    number: 1,
    after: 10,
    seat: { ...SEAT, stakes: [["player", 100]] },
  } as const;
  for (const [message, left] of [
    [wagers("place", 100), 0],
    [wagers("double", 100), 100],
    [seat, 0],
  ] as const) {
    const { commands } = waitingFor(["3/7"]);
    commands.lie(after(OPENED), message);
    expect(commands.staked("jade", "player")).toBe(left);
  }
});

test("what is taken off the felt, or put there by another way, is not on its way either", () => {
  const { commands } = waitingFor(["3/7"]);
  commands.came("jade", "banker", 100);
  commands.came("jade", "player", -100);
  expect(commands.staked("jade", "player")).toBe(100);
  commands.came("jade", "player", 500);
  expect(commands.staked("jade", "player")).toBe(0);
});

test("an answer settles its command once", () => {
  const { commands, answers } = waitingFor(["3/7"]);
  const answer: Answer = { type: "answer", id: "id-0", table: "jade", outcome: "accepted" };
  commands.answered(answer);
  commands.answered(answer);
  expect(answers).toEqual([answer]);
});
