/** Who squeezes: the patron in the middle of the others, each once for every hand they hold. */
import type { SideName, TableView } from "../../state/table-view";

export interface Person {
  readonly name: string; // empty: does not show one
  readonly side: SideName | null;
  readonly isOwn: boolean;
}

type Held = Pick<TableView, "names" | "seat">;

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

export function peopleAt(view: Held, own: string): readonly Person[] {
  const others = othersHolding(view, own);
  const middle = Math.ceil(others.length / 2);
  const me = { name: own, side: view.seat?.holds[0] ?? null, isOwn: true };
  return [...others.slice(0, middle), me, ...others.slice(middle)];
}
