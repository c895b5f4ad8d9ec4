/** The hand over which the camera leans: the one on the screen of a squeeze, for as long as it is shown. */
import type { SideName, TableView } from "../state/table-view";

export interface Raised {
  readonly place: string;
  readonly side: SideName;
  readonly cards: readonly number[]; // off the cloth
}

interface Hand {
  readonly side: SideName;
  readonly cards: readonly { readonly index: number }[];
}

export const leaning: { over: Raised | null } = $state({ over: null });

export function raised(view: TableView | undefined, hand: Hand | null): Raised | null {
  return view && hand ? { place: view.id, side: hand.side, cards: hand.cards.map(({ index }) => index) } : null;
}
