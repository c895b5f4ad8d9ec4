/** How a hand stands, said from what the server awaits: no rule of drawing is applied here. */
import type { ConsoleState } from "../../wire/protocol.generated";
import type { SideName } from "./next-step";

export function handWords(state: ConsoleState, side: SideName): { title: string; more: string } {
  const { cards } = state[side];
  const isDealing = state.phase === "dealing" || state.phase === "squeezing";
  if (state.awaits?.side === side && state.awaits.number === 3) return { title: "Draws", more: "one more card" };
  if (cards.length > 2) return { title: "Drew", more: "three cards" };
  if (cards.length === 2 && isDealing && state.awaits === null) return { title: "Stands", more: "two cards" };
  return { title: "Third card", more: "by the rules" };
}
