/** Calls a patron back whose tab is hidden while cards wait to be squeezed: once a stage, and only if they asked for it. */
import { cardKey, type TableView } from "../state/table-view";

export interface Caller {
  readonly isWanted: () => boolean; // the patron's own switch, and a tab that nobody sees
  readonly call: (view: TableView) => void;
  readonly done: (place: string) => void; // nothing waits there any more, or something newer does
}

export class YourCards {
  readonly #called = new Map<string, string>(); // stage: its table

  constructor(private readonly caller: Caller) {}

  /** After each message, and whenever the tab is hidden or seen. */
  follow(tables: readonly TableView[]): void {
    const waiting = new Map(tables.filter(hasCardsWaiting).map((view) => [stageOf(view), view]));
    for (const [stage, place] of this.#called) {
      if (waiting.has(stage)) continue;
      this.#called.delete(stage);
      this.caller.done(place);
    }
    if (!this.caller.isWanted()) return;
    for (const [stage, view] of waiting) {
      if (this.#called.has(stage)) continue;
      this.#called.set(stage, view.id);
      this.caller.call(view);
    }
  }
}

function stageOf({ id, shoe, round, stage }: TableView): string {
  return `${id}/${shoe}/${round}/${stage}`;
}

/** Held by this patron, and still face down on every screen. */
export function hasCardsWaiting(view: TableView): boolean {
  if (view.phase !== "squeezing" || !view.seat?.squeezes) return false;
  return view.seat.faces.some(
    ([side, index]) => (view[side].cards[index]?.face ?? "") === "" && !view.openedCards.includes(cardKey(side, index)),
  );
}
