/** A saved bet as one table sees it: what it is called, what it costs, which of its bets are not taken there. Pure. */
import { mayWait } from "../floor/next-bets.svelte";
import type { TableView } from "../state/table-view";
import type { SavedBet } from "../wire/rest.generated";

type Stakes = SavedBet["stakes"];

export interface Misfits {
  readonly notOffered: readonly string[]; // no field of this table, or of another playing mode
  readonly closed: readonly string[]; // until the next shoe
}

export function savedFor(all: readonly SavedBet[], view: TableView): readonly SavedBet[] {
  return all.filter(({ book }) => book === view.info.book);
}

export function misfitsAt(view: TableView, stakes: Stakes): Misfits {
  const bets = stakes.map(([bet]) => bet);
  const round = mayWait(view) ? view.round + 1 : view.round; // the one they would be placed in
  const isClosed = (bet: string): boolean => {
    const last = view.info.fields.find((field) => field.bet === bet)?.last_round ?? null;
    return last !== null && round > last && view.phase !== "shoe_change";
  };
  const mode = view.info.modes.find(({ id }) => id === view.seat?.mode);
  const isOffered = (bet: string): boolean =>
    view.info.fields.some((field) => field.bet === bet) && !(mode?.leaves_out ?? []).includes(bet);
  return {
    notOffered: bets.filter((bet) => !isOffered(bet)),
    closed: bets.filter((bet) => isOffered(bet) && isClosed(bet)),
  };
}

export function sumOf(stakes: Stakes): number {
  return stakes.reduce((sum, [, stake]) => sum + stake, 0);
}

/** What would be saved now: the bets on the felt, or else those of the last round. */
export function savable({ seat }: TableView): { readonly stakes: Stakes; readonly isLast: boolean } | null {
  if (!seat) return null;
  if (seat.stakes.length > 0) return { stakes: seat.stakes, isLast: false };
  return seat.last_stakes.length > 0 ? { stakes: seat.last_stakes, isLast: true } : null;
}

export function isSaved(all: readonly SavedBet[], stakes: Stakes): boolean {
  const written = (each: Stakes): string => JSON.stringify(each.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return all.some((bet) => written(bet.stakes) === written(stakes));
}
