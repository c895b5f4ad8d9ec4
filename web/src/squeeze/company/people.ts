/** Who squeezes: the patron in the middle of the others, each once for every hand they hold. */
import { cardKey, type SideName, type TableView } from "../../state/table-view";

export interface Person {
  readonly name: string; // empty: does not show one
  readonly side: SideName | null;
  readonly isOwn: boolean;
}

type Held = Pick<TableView, "names" | "seat">;
type Opening = Held & Pick<TableView, "openedCards" | SideName>;

export function othersHolding({ names, seat }: Held, own: string): readonly Person[] {
  const mine = [...(seat?.holds ?? [])];
  const left = names.filter(([side, name]) => {
    const at = mine.indexOf(side);
    if (at < 0 || (name !== own && name !== "")) return true;
    mine.splice(at, 1); // one of these is the patron
    return false;
  });
  return left.map(([side, name]) => ({ side, name, isOwn: false }));
}

export function peopleAt(view: Opening, own: string): readonly Person[] {
  const others = othersHolding(view, own);
  const middle = Math.ceil(others.length / 2);
  const me = { name: own, side: sideInHand(view), isOwn: true };
  return [...others.slice(0, middle), me, ...others.slice(middle)];
}

/** Of two hands held, the one that still has a card to open, Player's first. */
function sideInHand(view: Opening): SideName | null {
  const { seat, openedCards } = view;
  const closed = seat?.faces.find(
    ([side, card]) => !view[side].cards[card]?.face && !openedCards.includes(cardKey(side, card)),
  );
  return closed?.[0] ?? seat?.holds[0] ?? null;
}
