/** One side's cards: dealt, turned, settled. */
import type { FaceUp, HandView } from "../wire/protocol.generated";
import type { CardOnTable, HandOnTable, SideName, TableView } from "./table-view";

export const NO_TOTALS = { player: null, banker: null } as const;
export const EMPTY_HAND: HandOnTable = { cards: [], total: null };
export const LIES: CardOnTable = { face: "", slide: null, turnMs: 0 };

export function handThere(hand: HandView): HandOnTable {
  return { cards: hand.cards.map((face) => ({ ...LIES, face })), total: hand.total };
}

export function turned(hand: HandOnTable, index: number, face: string, turnMs = 0): HandOnTable {
  return { ...hand, cards: hand.cards.map((card, at) => (at === index ? { ...card, face, turnMs } : card)) };
}

export function openFaces(
  view: TableView,
  faces: readonly FaceUp[],
  turnMs = 0,
): { player: HandOnTable; banker: HandOnTable } {
  const hands: Record<SideName, HandOnTable> = { player: view.player, banker: view.banker };
  for (const [side, index, face] of faces) hands[side] = turned(hands[side], index, face, turnMs);
  return hands;
}

/** The result has both hands complete; cards that moved on this screen keep their timing. */
export function settledHand(hand: HandOnTable, result: HandView): HandOnTable {
  const cards = result.cards.map((face, index) => ({ ...LIES, ...hand.cards[index], face }));
  return { cards, total: result.total };
}
