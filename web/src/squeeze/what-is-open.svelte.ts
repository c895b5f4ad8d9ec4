/**
 * What the heading may count: cards that are open on this screen, not those that have begun to turn. Points and totals
 * come from the server; nothing is added up here.
 */
import { total as totalWords } from "../format/figures";
import { seenHand, type SideName, type TableView } from "../state/table-view";
import type { Shown } from "./squeezing.svelte";

export interface Sum {
  readonly side: SideName;
  readonly known: string | null; // what the opened cards come to; null: none is open
  readonly closed: number; // cards left to add
}

export class WhatIsOpen {
  #turned = $state.raw<{ readonly hand: string; readonly cards: readonly number[] }>({ hand: "", cards: [] });
  #before = $state.raw<{ readonly stage: string; readonly player: number | null; readonly banker: number | null }>({
    stage: "",
    player: null,
    banker: null,
  });

  /** Each hand's total before the third card being squeezed. */
  begins(view: TableView, stage: string): void {
    if (stage !== this.#before.stage) this.#before = { stage, player: view.player.total, banker: view.banker.total };
  }

  turned(hand: Shown, card: number): void {
    const key = handKey(hand);
    const others = this.#turned.hand === key ? this.#turned.cards : [];
    this.#turned = { hand: key, cards: [...others, card] };
  }

  sumOf(view: TableView, shown: Shown): Sum {
    const { side, cards, key } = shown;
    const isThird = cards[0]?.index === 2;
    const open = cards.filter(
      (card) => this.#turned.hand === handKey(shown) && this.#turned.cards.includes(card.index),
    );
    const hand = seenHand(view, side);
    const isWhole = open.length === cards.length && hand.cards.length === (isThird ? 3 : 2);
    if (isWhole && hand.total !== null) return { side, known: totalWords(hand.total), closed: 0 };
    const two = this.#before.stage === key ? this.#before[side] : null;
    if (isThird) return { side, known: two === null ? null : totalWords(two), closed: 1 };
    const points = open.flatMap((card) => pointsOf(view, card.face));
    const closed = Math.max(1, cards.length - points.length); // the whole is told by the server
    return { side, known: points.length === 0 ? null : points.join(" + "), closed };
  }
}

export function handKey({ key, side }: Shown): string {
  return `${key}/${side}`;
}

function pointsOf({ info }: TableView, face: string): string[] {
  const points = info.points.find(([card]) => card === face)?.[1];
  return points === undefined ? [] : [totalWords(points)];
}
