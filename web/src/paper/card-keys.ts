/** Keys on a card to be peeled: up and down pull, left and right choose the grip, Enter opens it. */
import type { BentCard } from "./bent-card.svelte";
import { GRIPS } from "./fold";

const STEP = 0.08;

/** Whether the key meant something. `bends` is called when the card has been pulled or let go. */
export function pressed(key: string, card: BentCard, acts: { turnOver: () => void; bends: () => void }): boolean {
  const toGrip = (step: number): void => {
    const place = GRIPS.indexOf(card.grip);
    card.layDown();
    card.grip = GRIPS[(place + step + GRIPS.length) % GRIPS.length] ?? "bottom";
  };
  const toAmount = (amount: number): void => {
    if (amount <= 0) card.letGo();
    else card.pullTo(card.grip, amount);
    acts.bends();
  };
  const moves: Record<string, () => void> = {
    ArrowUp: () => toAmount(card.amount + STEP),
    ArrowDown: () => toAmount(card.amount - STEP),
    PageUp: () => toAmount(card.amount + 3 * STEP),
    PageDown: () => toAmount(card.amount - 3 * STEP),
    ArrowRight: () => toGrip(1),
    ArrowLeft: () => toGrip(-1),
    Home: () => toAmount(0),
    End: acts.turnOver,
    Enter: acts.turnOver,
  };
  const move = moves[key];
  move?.();
  return move !== undefined;
}
