/** The held cards on the screen to squeeze, and the cards of others to watch. */
import { settings } from "../settings/settings.svelte";
import { floor } from "../floor/floor.svelte";
import { cardKey, type SideName, type TableView } from "../state/table-view";
import { bentCards } from "./bends.svelte";

export interface ShownCard {
  readonly index: number;
  readonly face: string; // empty: may not be seen yet
  readonly isOpen: boolean;
}

export interface Shown {
  readonly key: string; // of the stage
  readonly side: SideName;
  readonly isOwn: boolean;
  readonly cards: readonly ShownCard[];
}

const left = $state({ stage: "" }); // the patron went back to the table

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
  const own = settings.squeeze === "squeeze" && view.seat?.squeezes ? heldSides(view) : [];
  const closed = own.find((side) => ownCards(view, side).some((card) => !card.isOpen));
  if (closed) return { key: stageKey(view), side: closed, isOwn: true, cards: ownCards(view, closed) };
  const watched = bentCards(view).find((bent) => !own.includes(bent.side));
  if (watched)
    return { key: stageKey(view), side: watched.side, isOwn: false, cards: watchedCards(view, watched.side) };
  const last = own.at(-1);
  return last ? { key: stageKey(view), side: last, isOwn: true, cards: ownCards(view, last) } : null;
}

function heldSides(view: TableView): readonly SideName[] {
  return (["player", "banker"] as const).filter((side) => view.seat?.faces.some(([held]) => held === side));
}

function ownCards(view: TableView, side: SideName): readonly ShownCard[] {
  return (view.seat?.faces ?? []).flatMap(([held, index, face]) =>
    held !== side
      ? []
      : [
          {
            index,
            face,
            isOpen: view.openedCards.includes(cardKey(side, index)) || view[side].cards[index]?.face !== "",
          },
        ],
  );
}

function watchedCards(view: TableView, side: SideName): readonly ShownCard[] {
  return view[side].cards.flatMap((card, index) =>
    isOfStage(view, side, index) ? [{ index, face: card.face, isOpen: card.face !== "" }] : [],
  );
}

function isOfStage(view: TableView, side: SideName, index: number): boolean {
  return view.stage_cards.some(([of, card]) => of === side && card === index);
}
