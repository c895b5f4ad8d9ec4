/** What the control buttons and keys do, on one table or on all open ones. The server decides the outcome. */
import { floor } from "../floor/floor.svelte";
import { mayWait, type Stakes } from "../floor/next-bets.svelte";
import { nextBets, placeSet } from "../floor/next-round";
import { stakesOf } from "../floor/waiting.svelte";
import { hasBets, type TableView } from "../state/table-view";
import { placing } from "./placing.svelte";

export function clearLast(view: TableView): void {
  floor.forgetRefusal();
  if (canBet(view)) void floor.act(view.id, { type: "clear_last" });
  else nextBets.clear(view.id);
}

export function clearAll(views: readonly TableView[]): void {
  floor.forgetRefusal();
  for (const view of views) {
    nextBets.clear(view.id);
    if (liesOn(view)) void floor.act(view.id, { type: "clear_all" });
  }
}

export function double(view: TableView): void {
  floor.forgetRefusal();
  void floor.act(view.id, { type: "double_stakes" });
}

export function raise(view: TableView): void {
  floor.forgetRefusal();
  void floor.act(view.id, { type: "raise_stakes", chip: placing.chipAt(view) });
}

/** Skips tables without a round to repeat, unless it is the only one: then the server says why not. */
export function repeat(views: readonly TableView[]): void {
  floor.forgetRefusal();
  for (const view of views) {
    if (views.length === 1 || (view.seat?.last_stakes.length ?? 0) > 0)
      void floor.act(view.id, { type: "repeat_stakes" });
  }
}

/** A saved set, on top of what lies there; between two rounds it waits for the next one. */
export function placeBets(view: TableView, stakes: Stakes): void {
  if (mayWait(view)) for (const [bet, stake] of stakes) nextBets.add(view.id, bet, stake);
  else placeSet(view.id, stakes);
}

export function autoRepeat(views: readonly TableView[], on: boolean): void {
  for (const view of views)
    if (view.seat && view.seat.auto_repeats !== on) void floor.act(view.id, { type: "auto_repeat", on });
}

export function deal(view: TableView): void {
  floor.forgetRefusal();
  void floor.act(view.id, { type: "deal" });
}

export function dispute(view: TableView): void {
  floor.forgetRefusal();
  void floor.act(view.id, { type: "raise_dispute" });
}

/** Including stakes still in flight. */
export function liesOn(view: TableView): boolean {
  const isPending = (each: { place: string }) => each.place === view.id;
  return (
    hasBets(view) ||
    floor.taps.all.some(isPending) ||
    floor.waiting.all.some((each) => isPending(each) && stakesOf(each.action).length > 0)
  );
}

/** Something lies there that may be taken back now, or waits for the next round. */
export function mayClear(view: TableView): boolean {
  return (canBet(view) && liesOn(view)) || nextBets.of(view.id).length > 0;
}

export function canBet(view: TableView): boolean {
  return view.phase === "betting" && view.paused === null;
}
