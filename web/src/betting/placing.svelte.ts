/** The patron's hand: the chosen chip and whatever is being dragged. A bet takes two taps: chip, field. */
import { flights } from "../chips/flights.svelte";
import { chipWorth } from "../format/figures";
import { CURVE } from "../screen/motion";
import { floor } from "../floor/floor.svelte";
import { mayWait } from "../floor/next-bets.svelte";
import { nextBets } from "../floor/next-round";
import type { TableView } from "../state/table-view";
import { settings } from "../settings/settings.svelte";
import { preselected, rackOf, sameWorth, type Rack } from "./chip-choice";
import { ownChipsOf, railChips } from "../settings/own-chips";

export interface Dragging {
  readonly units: number;
  readonly worth: number;
  readonly from: { readonly place: string; readonly bet: string } | null; // null: from the rail
  readonly x: number;
  readonly y: number;
}

/** The chips on this patron's rail, from left to right. */
export function chipsOnRail({ info }: TableView): readonly number[] {
  return railChips(ownChipsOf(settings.ownChips, info.chips), info.chips);
}

function rackHere(view: TableView): Rack {
  return rackOf(view, ownChipsOf(settings.ownChips, view.info.chips));
}

class Placing {
  #chosen = $state.raw<{ readonly place: string; readonly chip: number; readonly units: number } | null>(null);
  dragging = $state.raw<Dragging | null>(null);

  /** The chip chosen at this table, or one like that chosen elsewhere. */
  chipAt(view: TableView): number {
    const chosen = this.#chosen;
    const rack = rackHere(view);
    if (chosen?.place === view.id && rack.chips.includes(chosen.chip)) return chosen.chip;
    return preselected(rack, chosen?.units ?? null);
  }

  choose(view: TableView, chip: number): void {
    this.#chosen = { place: view.id, chip, units: chip * rackOf(view).denomination };
  }

  /** Makes this the table where chips go, with the chip in hand. If it has no such chip, says which one it is now. */
  reach(view: TableView): boolean {
    const front = floor.front === null ? undefined : floor.house.tables[floor.front];
    if (!front || front.id === view.id) return true;
    const rack = rackHere(view);
    const units = this.chipAt(front) * rackOf(front).denomination;
    const same = sameWorth(rack, units);
    this.choose(view, same ?? preselected(rack, units));
    floor.bringToFront(view.id);
    if (same === null) {
      const isOffRail = sameWorth(rackOf(view), units) !== null;
      floor.notice(view, { kind: "other_chip", units: this.chipAt(view) * rack.denomination, isOffRail });
    }
    return same !== null;
  }

  place(view: TableView, bet: string, units?: number): void {
    if (!view.seat || !this.reach(view)) return;
    if (view.notice?.kind === "other_chip") floor.forgetNotice(view.id);
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
      if (bet && target && this.reach(target)) {
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
