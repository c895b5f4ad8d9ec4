/** The patron's hand: the chosen chip and whatever is being dragged. A bet takes two taps: chip, field. */
import { flights } from "../chips/flights.svelte";
import { chipWorth } from "../format/figures";
import { CURVE } from "../screen/motion";
import { floor } from "../floor/floor.svelte";
import { mayWait } from "../floor/next-bets.svelte";
import { nextBets } from "../floor/next-round";
import type { TableView } from "../state/table-view";

export interface Dragging {
  readonly units: number;
  readonly worth: number;
  readonly from: { readonly place: string; readonly bet: string } | null; // null: from the rail
  readonly x: number;
  readonly y: number;
}

class Placing {
  chosen = $state<number | null>(null); // in credits
  dragging = $state.raw<Dragging | null>(null);
  #isLooking = false;

  /** The chosen chip, or the nearest one at this table. */
  chipAt(view: TableView): number {
    const chips = view.info.chips.toSorted((one, other) => one - other);
    const wanted = this.chosen ?? chips[1] ?? chips[0] ?? 1;
    return chips.findLast((chip) => chip <= wanted) ?? chips[0] ?? 1;
  }

  /** Brings a table to the front. If that changes the chip, the tap only shows the new one and places nothing. */
  reach(view: TableView): void {
    const front = floor.front ? floor.house.tables[floor.front] : undefined;
    this.#isLooking = front !== undefined && front.id !== view.id && this.chipAt(front) !== this.chipAt(view);
    floor.bringToFront(view.id);
  }

  choose(chip: number): void {
    this.chosen = chip;
  }

  place(view: TableView, bet: string, units?: number): void {
    const isLooking = this.#isLooking;
    this.#isLooking = false;
    if (!view.seat || isLooking) return;
    if (nextBets.on(view.id, bet) > 0) {
      nextBets.clear(view.id, bet);
      return;
    }
    const chip = this.chipAt(view);
    const stake = units ?? chip * view.seat.denomination;
    floor.forgetRefusal();
    flights.send(
      `chip:${chip}`,
      `field:${view.id}:${bet}`,
      chipWorth(chip, view.seat.denomination),
      "chipToField",
      0,
      CURVE.chip,
    );
    this.#put(view, bet, stake);
  }

  /** On the felt, or between rounds on this screen until the next one. */
  #put(view: TableView, bet: string, stake: number): void {
    if (mayWait(view)) nextBets.add(view.id, bet, stake);
    else floor.tap(view.id, bet, stake);
  }

  /** Where a drag ended: on a field, or off the felt. */
  drop(view: TableView, x: number, y: number): void {
    const drag = this.dragging;
    this.dragging = null;
    if (!drag) return;
    const field = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-bet]");
    const bet = field?.dataset["bet"];
    const place = field?.dataset["place"];
    if (drag.from === null) {
      const target = place ? floor.house.tables[place] : undefined;
      if (bet && target) {
        floor.forgetRefusal();
        this.#put(target, bet, drag.units);
      }
    } else if (place !== drag.from.place || bet !== drag.from.bet) {
      const to = place === drag.from.place && bet ? bet : null;
      void floor.act(view.id, { type: "move_stake", bet: drag.from.bet, to });
    }
  }
}

export const placing = new Placing();
