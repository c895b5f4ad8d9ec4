/** A table as its snapshot shows it, with what this browser still knows from before. */
import type { TableOpened } from "../wire/protocol.generated";
import { applyRoads, emptyRoads } from "./apply-roads";
import { handThere, NO_TOTALS } from "./hands";
import { placeOf, type TableView } from "./table-view";
import { toldRound } from "./told-rounds";

export function openedTable(message: TableOpened, before: TableView | undefined): TableView {
  const { player, banker, roads, ...state } = feltOf(message.state);
  const id = placeOf(message.info.table);
  return {
    ...state,
    id,
    info: message.info,
    offset: message.offset,
    roads: applyRoads(emptyRoads, roads),
    player: handThere(player),
    banker: handThere(banker),
    holders: state.names.length,
    knownAt: before && showsSameCards(message, before) ? before.knownAt : message.server_time,
    natural: null,
    openedCards: [],
    ownTotals: NO_TOTALS,
    seat: before?.seat ?? null,
    settlement: null,
    ownPayout: 0,
    toldRound: before?.toldRound ?? toldRound(id),
    lastBet: before?.lastBet ?? 0,
    lastReturned: before?.lastReturned ?? 0,
    notice: null,
    noticeCount: before?.noticeCount ?? 0,
    revealed: before?.revealed ?? null,
    results: state.last_result ? [state.last_result] : [],
    dispute: before?.dispute ?? null,
    talk: before?.talk ?? null,
  };
}

/** When a shoe is over its last round lies on the felt no longer. */
function feltOf(state: TableOpened["state"]): TableOpened["state"] {
  const none = { cards: [], total: null };
  return state.phase === "shoe_change" ? { ...state, player: none, banker: none, totals: [] } : state;
}

/** As after a connection that broke for a moment. */
function showsSameCards({ state }: TableOpened, before: TableView): boolean {
  const isSameRound = state.shoe === before.shoe && state.round === before.round;
  const sides = ["player", "banker"] as const;
  return isSameRound && sides.every((side) => state[side].cards.length === before[side].cards.length);
}
