/** Keys on a card to be peeled: up and down pull, left and right choose the grip, T covers, R turns, Enter opens it. */
import type { BentCard } from "./bent-card.svelte";
import { GRIPS } from "./fold";

const STEP = 0.06;

export interface KeyActs {
  readonly turnOver: () => void;
  readonly bends: () => void; // the card has been pulled or laid down
  readonly covers: () => void;
  readonly turns: () => void; // by a quarter
}

/** Whether the key meant something. */
export function pressed(key: string, card: BentCard, acts: KeyActs): boolean {
  const toGrip = (step: number): void => {
    const place = GRIPS.indexOf(card.grip);
    card.layDown();
    card.grip = GRIPS[(place + step + GRIPS.length) % GRIPS.length] ?? "bottom";
    acts.bends();
  };
  const toAmount = (amount: number): void => {
    if (amount <= 0) card.layDown();
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
    t: acts.covers,
    r: acts.turns,
  };
  const move = moves[key.length === 1 ? key.toLowerCase() : key];
  move?.();
  return move !== undefined;
}
