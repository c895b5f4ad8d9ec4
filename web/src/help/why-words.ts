/** The steps of a round in words. What happened, and on what it depended, comes from the server. */
import "./help-words";
import { total } from "../format/figures";
import type { ExplainedHands, HandAnswer } from "../wire/rest.generated";
import type { Values } from "../words/fill";
import { say } from "../words/say.svelte";

type Step = ExplainedHands["steps"][number];

/** "0 – 5, 7": numbers in a row as a range. */
export function listed(numbers: readonly number[]): string {
  const runs: number[][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last.at(-1) === number - 1) last.push(number);
    else runs.push([number]);
  }
  return runs
    .map((run) => (run.length < 3 ? run.map(total).join(", ") : `${total(run[0] ?? 0)} – ${total(run.at(-1) ?? 0)}`))
    .join(", ");
}

export function stepWords(step: Step): string {
  return isFixed(step) ? say("why.stands", valuesOf(step)) : say(`why.${step.kind}`, valuesOf(step));
}

/** The round in one line: what its last step came to. */
export function headline(step: Step): string {
  return say(`why.head.${isFixed(step) ? "stands_on" : step.kind}`, valuesOf(step));
}

/** Some totals stand against every card. */
function isFixed(step: Step): boolean {
  return step.kind === "stands_against" && step.on.length === 0;
}

function valuesOf(step: Step): Values {
  return {
    side: step.side ? say(`side.${step.side}`) : "",
    total: total(step.total ?? 0),
    third: total(step.third ?? 0),
    on: listed(step.on),
  };
}

/** "2 + 3 = 5", or with a third card "2 + 3 + 7: 2". */
export function sumWords(hand: HandAnswer): string {
  const [first = 0, ...others] = hand.points;
  const sum = others.map((points) => `${points < 0 ? "−" : "+"} ${Math.abs(points)}`).join(" ");
  return `${total(first)} ${sum} = ${total(hand.total)}`;
}
