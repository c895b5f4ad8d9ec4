import { expect, test } from "vitest";
import type { Answer } from "../wire/protocol.generated";
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

test("an answer settles its command once", () => {
  const { commands, answers } = waitingFor(["3/7"]);
  const answer: Answer = { type: "answer", id: "id-0", table: "jade", outcome: "accepted" };
  commands.answered(answer);
  commands.answered(answer);
  expect(answers).toEqual([answer]);
});
