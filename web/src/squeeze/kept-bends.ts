/** How the held cards of a stage lie, kept in this tab so that a reload finds them as they were. */
import type { Bend } from "../paper/bent-card.svelte";

const KEPT_UNDER = "punto.squeeze";

export interface KeptCard {
  readonly bend: Bend | null;
  readonly turns: number;
}

interface Kept {
  readonly stage: string;
  readonly cards: Readonly<Record<string, KeptCard>>;
}

/** Nothing of another stage is kept. */
export function keepCard(stage: string, card: string, lies: KeptCard): void {
  const before = read();
  const cards = before?.stage === stage ? before.cards : {};
  try {
    sessionStorage.setItem(KEPT_UNDER, JSON.stringify({ stage, cards: { ...cards, [card]: lies } }));
  } catch {
    return; // without storage a reload lays the cards flat
  }
}

export function keptCard(stage: string, card: string): KeptCard | null {
  const kept = read();
  return kept?.stage === stage ? (kept.cards[card] ?? null) : null;
}

function read(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT_UNDER) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}
