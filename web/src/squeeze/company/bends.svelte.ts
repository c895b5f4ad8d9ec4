/** The hands of other patrons as they bend right now, as broadcast by the server; and our own bends, sent throttled. */
import type { CardBent } from "../../wire/protocol.generated";
import type { Told } from "../../state/told";
import { floor } from "../../floor/floor.svelte";
import { placeOf, type SideName, type TableView } from "../../state/table-view";
import type { Bend } from "../../paper/bent-card.svelte";

const TOLD_EVERY_MS = 70; // about 14 a second

/** One holder's cards, as far as they have been touched. */
export interface WatchedHand {
  readonly place: string;
  readonly side: SideName;
  readonly name: string; // empty: does not show one
  readonly cards: Readonly<Record<number, CardBent>>;
}

const watched = $state<{ hands: readonly WatchedHand[] }>({ hands: [] }); // the last one touched comes first

export function handsOf(view: TableView): readonly WatchedHand[] {
  return watched.hands.filter((hand) => hand.place === view.id);
}

export function noteBend(message: Told): void {
  switch (message.type) {
    case "card_bent": {
      const [place, { side, name, card }] = [placeOf(message.table), message];
      const isIt = (hand: WatchedHand): boolean => hand.place === place && hand.side === side && hand.name === name;
      const before = watched.hands.find(isIt);
      const hand = { place, side, name, cards: { ...before?.cards, [card]: message } };
      watched.hands = [hand, ...watched.hands.filter((each) => !isIt(each))];
      break;
    }
    case "stage_opened":
    case "betting_opened":
    case "table_opened": {
      const place = placeOf("table" in message ? message.table : message.info.table);
      watched.hands = watched.hands.filter((hand) => hand.place !== place);
      break;
    }
    default:
  }
}

/** Sends where the fingers are, throttled; the last position is always sent. */
export class BendSender {
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  tell(view: TableView, side: SideName, card: number, bend: Bend, turns: number): void {
    clearTimeout(this.#timer);
    const send = (): void => {
      this.#told = Date.now();
      const second = bend.second ? { ...bend.second, x: rounded(bend.second.x), y: rounded(bend.second.y) } : null;
      const [x, y] = [rounded(bend.x), rounded(bend.y)];
      floor.tell({ type: "bend_card", table: view.info.table, side, card, grip: bend.grip, x, y, turns, second });
    };
    const wait = this.#told + TOLD_EVERY_MS - Date.now();
    if (wait <= 0 || (bend.x === 0 && bend.y === 0)) send();
    else this.#timer = setTimeout(send, wait);
  }
}

const rounded = (part: number): number => Math.round(Math.max(-3, Math.min(3, part)) * 1000) / 1000;
