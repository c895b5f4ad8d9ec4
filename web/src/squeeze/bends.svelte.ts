/** How other patrons' cards bend right now, as broadcast by the server; and throttled sending of our own bends. */
import type { CardBent } from "../wire/protocol.generated";
import type { Told } from "../state/told";
import { floor } from "../floor/floor.svelte";
import { cardKey, placeOf, type SideName, type TableView } from "../state/table-view";
import type { Grip, Point } from "../paper/fold";

const TOLD_EVERY_MS = 70; // about 14 a second

const bends = $state<{ of: Readonly<Record<string, CardBent>> }>({ of: {} });

export function bendOf(view: TableView, side: SideName, card: number): CardBent | null {
  return bends.of[`${view.id}/${cardKey(side, card)}`] ?? null;
}

/** The cards of a table that somebody else is bending. */
export function bentCards(view: TableView): readonly CardBent[] {
  return Object.entries(bends.of).flatMap(([key, bent]) => (key.startsWith(`${view.id}/`) ? [bent] : []));
}

export function noteBend(message: Told): void {
  switch (message.type) {
    case "card_bent": {
      const key = `${placeOf(message.table)}/${cardKey(message.side, message.card)}`;
      bends.of = { ...bends.of, [key]: message };
      break;
    }
    case "stage_opened":
    case "betting_opened":
    case "table_opened": {
      const place = placeOf("table" in message ? message.table : message.info.table);
      bends.of = Object.fromEntries(Object.entries(bends.of).filter(([key]) => !key.startsWith(`${place}/`)));
      break;
    }
    default:
  }
}

/** Sends the finger's position, throttled; the last position is always sent. */
export class BendSender {
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  tell(view: TableView, side: SideName, card: number, grip: Grip, moved: Point, turns: number): void {
    if (!view.info.has_lead) return;
    clearTimeout(this.#timer);
    const send = (): void => {
      this.#told = Date.now();
      floor.bend(view, { side, card, grip, x: rounded(moved.x), y: rounded(moved.y), turns });
    };
    const wait = this.#told + TOLD_EVERY_MS - Date.now();
    if (wait <= 0 || (moved.x === 0 && moved.y === 0)) send();
    else this.#timer = setTimeout(send, wait);
  }
}

const rounded = (part: number): number => Math.round(Math.max(-3, Math.min(3, part)) * 1000) / 1000;
