/** How messages to one patron change their view of a table. A new type does not compile until it is handled here. */
import type { FieldRoom, PrivateMessage, SeatState, Settlement } from "../wire/protocol.generated";
import { cardKey, noticed, type TableView } from "./table-view";
import { unreachable } from "./unreachable";

export function applyPrivate(view: TableView, message: PrivateMessage): TableView {
  switch (message.type) {
    case "seat":
      return seated(view, message.seat);
    case "wagers":
      return {
        ...view,
        ...(message.left_out.length > 0 && noticed(view, { kind: "left_out", bets: message.left_out })),
        ...(message.action === "too_late" &&
          noticed(view, { kind: "too_late", amount: (view.seat?.staked ?? 0) - message.staked })),
        seat: view.seat && {
          ...view.seat,
          stakes: message.stakes,
          staked: message.staked,
          fields: changedFields(view.seat.fields, message.fields),
        },
      };
    case "choice": {
      const fields = message.fields.length > 0 ? { fields: message.fields } : {};
      return { ...view, seat: view.seat && { ...view.seat, ...choice(message.choice, message.value), ...fields } };
    }
    case "faces":
      return {
        ...view,
        ownTotals: { player: message.player_total, banker: message.banker_total },
        seat: view.seat && { ...view.seat, holds: message.holds, faces: message.faces },
      };
    case "settlement":
      return {
        ...view,
        settlement: message,
        toldRound: `${view.shoe}/${message.round}`,
        ownPayout: message.won ? message.returned - message.staked : 0,
        lastBet: message.staked,
        lastReturned: message.returned,
        seat: view.seat && { ...view.seat, ...settledSeat(view.seat, message) },
      };
    case "stakes_returned":
      return {
        ...view,
        ...noticed(view, { kind: "returned", message }),
        seat: view.seat && { ...view.seat, fields: changedFields(view.seat.fields, message.fields) },
      };
    case "adjusted":
      return {
        ...view,
        ...noticed(view, { kind: "adjusted", message }),
        seat: view.seat && { ...view.seat, may_dispute: message.may_dispute },
      };
    case "tipped":
      return { ...view, ...noticed(view, { kind: "tipped", amount: message.amount }) };
    case "dispute":
      if (message.state === "closed") return { ...view, seat: view.seat && { ...view.seat, may_dispute: false } };
      return {
        ...view,
        ...noticed(view, { kind: "dispute", state: message.state }),
        dispute: isLast(view, message) ? message.state : view.dispute,
      };
    case "fields":
      return { ...view, seat: view.seat && { ...view.seat, fields: message.fields } };
    default:
      return unreachable(message);
  }
}

function isLast(view: TableView, { shoe, round }: { readonly shoe: number; readonly round: number }): boolean {
  return shoe === view.shoe && round === view.last_result?.round;
}

/** After an absence, the patron is told once how their last round ended. */
function seated(view: TableView, seat: SeatState): TableView {
  const last = seat.last_settled;
  const opened = seat.opened.map(([side, card]) => cardKey(side, card));
  const now = {
    ...view,
    seat,
    openedCards: [...new Set([...view.openedCards, ...opened])], // some may still be on their way
    ownTotals: { player: seat.player_total, banker: seat.banker_total },
  };
  if (!last) return now;
  const told = `${last.shoe}/${last.round}`;
  const news = told === view.toldRound ? {} : noticed(view, { kind: "settled", last });
  return { ...now, ...news, toldRound: told, lastBet: last.staked, lastReturned: last.returned };
}

/** The stakes are settled, and become the ones to repeat. */
function settledSeat(seat: SeatState, message: Settlement): Partial<SeatState> {
  return {
    stakes: [],
    staked: 0,
    last_stakes: message.wagers.map(([bet, stake]) => [bet, stake]),
    fields: changedFields(seat.fields, message.fields),
    may_dispute: message.may_dispute,
  };
}

/** A message names the fields whose room has changed; the others are as they were. */
function changedFields(fields: readonly FieldRoom[], changed: readonly FieldRoom[]): readonly FieldRoom[] {
  return fields.map((field) => changed.find((each) => each.bet === field.bet) ?? field);
}

function choice(name: string, value: string | number | boolean): Partial<SeatState> {
  switch (name) {
    case "mode":
      return { mode: String(value) };
    case "denomination":
      return { denomination: Number(value) };
    case "keep_bets_on":
      return { keeps_bets_on: Boolean(value) };
    case "auto_repeat":
      return { auto_repeats: Boolean(value) };
    case "squeeze":
      return { squeezes: Boolean(value) };
    default:
      return {};
  }
}
