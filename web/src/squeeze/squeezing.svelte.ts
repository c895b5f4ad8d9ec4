/** The held cards on the screen to squeeze, and the cards of others to watch. */
import { settings } from "../settings/settings.svelte";
import { floor } from "../floor/floor.svelte";
import { cardKey, type SideName, type TableView } from "../state/table-view";
import { handsOf } from "./company/bends.svelte";

export interface ShownCard {
  readonly index: number;
  readonly face: string; // empty: may not be seen yet
  readonly isOpen: boolean;
  readonly turnMs: number; // how long it takes to turn by itself; 0: as usual
}

export interface Shown {
  readonly key: string; // of the stage
  readonly side: SideName;
  readonly isOwn: boolean;
  readonly name: string; // of who holds it, if somebody else does
  readonly cards: readonly ShownCard[];
}

const left = $state({ stage: "" }); // the patron went back to the table
export const skipping = $state({ isNew: false }); // chosen a moment ago, and can be taken back

export function stageKey(view: TableView): string {
  return `${view.id}/${view.shoe}/${view.round}/${view.stage}`;
}

export function leaveStage(view: TableView): void {
  left.stage = stageKey(view);
}

export function isSqueezing(view: TableView): boolean {
  return shownOf(view) !== null;
}

/** Player's cards first, then Banker's; once all own cards are open, whatever others are bending. */
export function shownOf(view: TableView): Shown | null {
  if (view.phase !== "squeezing" || settings.squeeze === "skip" || floor.front !== view.id) return null;
  if (left.stage === stageKey(view)) return null;
  const key = stageKey(view);
  const own = settings.squeeze === "squeeze" && view.seat?.squeezes ? heldSides(view) : [];
  const ofOwn = (side: SideName): Shown => ({ key, side, isOwn: true, name: "", cards: ownCards(view, side) });
  const closed = own.find((side) => ownCards(view, side).some((card) => !card.isOpen));
  if (closed) return ofOwn(closed);
  const watched = handsOf(view).find((hand) => !own.includes(hand.side));
  if (watched) {
    const { side, name } = watched;
    return { key, side, isOwn: false, name, cards: watchedCards(view, side) };
  }
  const last = own.at(-1);
  return last ? ofOwn(last) : null;
}

/** When the time of a hand is up; null: it has no clock. */
export function clockOf(view: TableView, side: SideName): number | null {
  return view.paused ? null : (view.clocks.find(([of]) => of === side)?.[1] ?? null);
}

/** How long the clock of a hand runs: who holds both opens one after the other, so Banker's may be longer. */
export function clockLasts(view: TableView, side: SideName): number {
  const one = view.stage > 1 ? view.info.third_squeeze_ms : view.info.squeeze_ms;
  const isLonger = side === "banker" && view.clocks.some(([, at]) => at !== view.clocks[0]?.[1]);
  return isLonger ? 2 * one : one;
}

function heldSides(view: TableView): readonly SideName[] {
  return (["player", "banker"] as const).filter((side) => view.seat?.faces.some(([held]) => held === side));
}

function ownCards(view: TableView, side: SideName): readonly ShownCard[] {
  return (view.seat?.faces ?? []).flatMap(([held, index, face]) => {
    const lies = view[side].cards[index];
    const isOpen = view.openedCards.includes(cardKey(side, index)) || (lies?.face ?? "") !== "";
    return held === side ? [{ index, face, isOpen, turnMs: lies?.turnMs ?? 0 }] : [];
  });
}

function watchedCards(view: TableView, side: SideName): readonly ShownCard[] {
  return view[side].cards.flatMap(({ face, turnMs }, index) =>
    isOfStage(view, side, index) ? [{ index, face, isOpen: face !== "", turnMs }] : [],
  );
}

function isOfStage(view: TableView, side: SideName, index: number): boolean {
  return view.stage_cards.some(([of, card]) => of === side && card === index);
}
