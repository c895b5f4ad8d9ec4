/** Calls a patron back whose tab is hidden while cards wait to be squeezed: once a stage, and only if they asked for it. */
import { cardKey, type TableView } from "../state/table-view";

export interface Caller {
  readonly isWanted: () => boolean; // the patron's own switch, and a tab that nobody sees
  readonly call: (view: TableView) => void;
  readonly done: () => void; // nothing waits any more
}

export class YourCards {
  #called = ""; // the stage

  constructor(private readonly caller: Caller) {}

  /** After each message. */
  follow(tables: readonly TableView[]): void {
    const waits = tables.find(hasCardsWaiting);
    if (!waits) {
      if (this.#called !== "") this.caller.done();
      this.#called = "";
      return;
    }
    const stage = `${waits.id}/${waits.shoe}/${waits.round}/${waits.stage}`;
    if (stage === this.#called || !this.caller.isWanted()) return;
    this.#called = stage;
    this.caller.call(waits);
  }
}

/** Held by this patron, and still face down on every screen. */
export function hasCardsWaiting(view: TableView): boolean {
  if (view.phase !== "squeezing" || !view.seat?.squeezes) return false;
  return view.seat.faces.some(
    ([side, index]) => (view[side].cards[index]?.face ?? "") === "" && !view.openedCards.includes(cardKey(side, index)),
  );
}
