/**
 * What of a table is shown at this moment. The server tells a card when it is dealt; the eye follows a little later:
 * the call, the slide, the turn. Totals, result, glow and payouts wait for what they belong to.
 */
import { duration, motionOf, type Motion } from "../motion";
import type { RoundResult } from "../protocol.generated";
import { settings } from "../settings/settings.svelte";
import { floor } from "../state/floor.svelte";
import { cardKey, seenHand, type CardOnTable, type HandOnTable, type SideName, type TableView } from "../state/table-view";

const THIRD = 2;
const AFTER_LAST_CARD_MS = 250;
const LATE_MS = 1_500; // what happened longer ago is there at once

/** When a card leaves the shoe, on the server's clock. */
export function slidesAt(card: CardOnTable, index: number, motion: Motion): number {
  if (motion === "still") return card.dealtAt;
  return card.dealtAt + (index === THIRD ? duration("thirdCall", motion) : 0);
}

/** When half of it is turned, and it counts. */
export function countsAt(card: CardOnTable, index: number, motion: Motion): number {
  if (card.dealtAt === 0 || motion === "still") return card.dealtAt;
  const slide = duration(index === THIRD ? "thirdSlide" : "cardFromShoe", motion);
  return slidesAt(card, index, motion) + slide + duration("turnOver", motion) / 2;
}

export function resultAt(view: TableView, motion: Motion): number {
  const counts = [view.player, view.banker].flatMap((hand) =>
    hand.cards.map((card, index) => countsAt(card, index, motion)),
  );
  const last = Math.max(0, ...counts);
  return last === 0 || motion === "still" ? last : last + AFTER_LAST_CARD_MS + (view.wasNatural ? duration("naturalHold", motion) : 0);
}

export class Showing {
  #now = $state(0);
  #coming = $state.raw<readonly string[]>([]); // cards whose faces cannot be seen yet: a busy machine turns them late
  readonly #view: () => TableView;
  readonly motion = $derived(motionOf(settings.motion));

  constructor(view: () => TableView) {
    this.#view = view;
    $effect(() => {
      const next = this.#nextInstant(Math.max(this.#now, floor.now()));
      if (next === Infinity) return;
      const timer = setTimeout(() => (this.#now = Math.max(next, floor.now())), Math.max(0, next - floor.now()));
      return () => clearTimeout(timer);
    });
  }

  #nextInstant(now: number): number {
    const view = this.#view();
    const instants = [resultAt(view, this.motion)];
    for (const hand of [view.player, view.banker])
      hand.cards.forEach((card, index) => instants.push(slidesAt(card, index, this.motion), countsAt(card, index, this.motion)));
    return Math.min(...instants.filter((instant) => instant > now));
  }

  #isPast(instant: number): boolean {
    return instant === 0 || Math.max(this.#now, floor.now()) >= instant;
  }

  /** A card is on its way; what is answered says that its face can be seen. */
  comes(side: SideName, card: number): () => void {
    const key = cardKey(side, card);
    this.#coming = [...this.#coming, key];
    return () => (this.#coming = this.#coming.filter((each) => each !== key));
  }

  hand(side: SideName): HandOnTable {
    return seenHand(this.#view(), side);
  }

  /** The total as far as cards have turned. The server told one for each card; before the last has turned, nothing is added up here. */
  total(side: SideName): number | null {
    const hand = this.hand(side);
    const last = hand.cards.length - 1;
    const card = hand.cards[last];
    if (!card) return null;
    const hasTurned = this.#isPast(countsAt(card, last, this.motion)) && !this.#coming.includes(cardKey(side, last));
    return hasTurned ? hand.total : (this.#view().totalBefore[side] ?? null);
  }

  get isResult(): boolean {
    const view = this.#view();
    return view.phase === "result" && view.last_result?.round === view.round && this.#isPast(resultAt(view, this.motion));
  }

  get result(): RoundResult | null {
    return this.isResult ? this.#view().last_result : null;
  }

  /** Whose third card is on its way or has just come. */
  get drawing(): SideName | null {
    const view = this.#view();
    if (this.isResult) return null;
    const third = (["banker", "player"] as const).find((side) => view[side].cards.length > THIRD);
    return third ?? null;
  }

  isFresh(at: number): boolean {
    return at > 0 && floor.now() - at < LATE_MS;
  }
}
