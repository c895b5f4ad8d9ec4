/** How public messages change a table's view. A new type does not compile until it is handled here. */
import type { PublicMessage, Totals } from "../wire/protocol.generated";
import { applyRoads, emptyRoads } from "./apply-roads";
import { EMPTY_HAND, handThere, LIES, NO_TOTALS, openFaces, settledHand, turned } from "./hands";
import { noticed, type TableView } from "./table-view";
import type { CardComes } from "./told";
import { unreachable } from "./unreachable";

const RESULTS_KEPT = 120;

export function applyTotals(view: TableView, message: Totals): TableView {
  return { ...view, totals: message.totals, patrons: message.patrons, bots: message.bots };
}

/** Public messages are numbered without gaps; a missing one calls for a new snapshot. */
export function applyPublic(view: TableView, message: PublicMessage | CardComes): TableView | "resync" {
  if (message.version <= view.offset.version) return view;
  if (message.version !== view.offset.version + 1) return "resync";
  return { ...view, ...publicChange(view, message), offset: { ...view.offset, version: message.version } };
}

function publicChange(view: TableView, message: PublicMessage | CardComes): Partial<TableView> {
  switch (message.type) {
    case "shoe_committed":
      return { commitment: message.commitment, contributions: [], ends_at: message.ends_at, phase: "shoe_change" };
    case "contribution_made":
      return { contributions: [...view.contributions, message.digest].sort() };
    case "shoe_opened":
      return {
        ...clearedFelt,
        shoe: message.shoe,
        round: 0,
        commitment: message.commitment,
        contributions: message.contributions,
        roads: emptyRoads,
        side_bet_hits: [],
        results: [],
        last_result: null,
        ...noBurnCard,
        abandoned: null,
        is_last_round: false,
      };
    case "cards_burned":
      return { burn_card: message.card, burned_face_down: message.face_down };
    case "betting_opened":
      return {
        ...clearedFelt,
        seat: view.seat && { ...view.seat, stakes: [], staked: 0, holds: [], faces: [] },
        round: message.round,
        phase: "betting",
        ends_at: message.closes_at,
        is_last_round: message.is_last_round,
        totals: [],
        notice: null,
      };
    case "betting_closed":
      return { phase: "dealing", ends_at: null };
    case "cards_struck":
      return { phase: "dealing", struck: message.struck };
    case "card_dealt": {
      const { cards, total } = view[message.side];
      const dealt = { ...LIES, face: message.face, slide: "slide" in message ? message.slide : null };
      return {
        phase: "dealing",
        knownAt: Math.max(view.knownAt, message.at),
        [message.side]: { cards: [...cards.slice(0, message.card), dealt], total: message.total ?? total },
      };
    }
    case "stage_opened":
      return {
        phase: "squeezing",
        stage: message.stage,
        stage_cards: message.cards,
        ends_at: message.closes_at,
        clocks: message.clocks,
        names: message.names,
        holders: message.holders,
        ownTotals: NO_TOTALS,
      };
    case "card_turned": {
      const hand = turned(view[message.side], message.card, message.face);
      return { [message.side]: { cards: hand.cards, total: message.total ?? hand.total } };
    }
    case "hand_turned": {
      const hand = openFaces(view, message.faces)[message.side];
      return { [message.side]: { cards: hand.cards, total: message.total } };
    }
    case "stage_ended": {
      const { player, banker } = openFaces(view, message.faces);
      return {
        stage: 0,
        stage_cards: [],
        phase: "dealing",
        ends_at: null,
        ...nobodySqueezes,
        player: { cards: player.cards, total: message.player_total },
        banker: { cards: banker.cards, total: message.banker_total },
        seat: view.seat && { ...view.seat, holds: [], faces: [] },
      };
    }
    case "round_settled": {
      const roads = applyRoads(view.roads, message.roads);
      return {
        phase: "result",
        stage: 0,
        ends_at: message.ends_at,
        is_last_round: message.is_last_round,
        last_result: message.result,
        player: settledHand(view.player, message.result.player),
        banker: settledHand(view.banker, message.result.banker),
        roads,
        side_bet_hits: message.side_bet_hits,
        winners: message.winners,
        ownPayout: 0,
        results: [...view.results, message.result].slice(-RESULTS_KEPT),
        dispute: null,
      };
    }
    case "round_cancelled":
      return {
        ...clearedFelt,
        ...noticed(view, { kind: "cancelled", round: message.round, reason: message.reason }),
        phase: "result",
        paused: null,
        ends_at: message.ends_at,
        totals: [],
        seat: view.seat && { ...view.seat, stakes: [], staked: 0, holds: [], faces: [] },
      };
    case "round_voided":
      if (message.shoe !== view.shoe) return {}; // an earlier shoe: those concerned get a private message
      return {
        ...noticed(view, { kind: "voided", round: message.round, reason: message.reason }),
        roads: applyRoads(view.roads, message.roads),
        side_bet_hits: message.side_bet_hits,
        results: view.results.filter((result) => result.round !== message.round),
        last_result: view.last_result?.round === message.round ? null : view.last_result,
      };
    case "round_corrected": {
      if (message.shoe !== view.shoe) return {};
      const { result } = message;
      return {
        ...noticed(view, { kind: "corrected", round: message.result.round }),
        roads: applyRoads(view.roads, message.roads),
        side_bet_hits: message.side_bet_hits,
        last_result: view.last_result?.round === result.round ? result : view.last_result,
        results: view.results.map((each) => (each.round === result.round ? result : each)),
      };
    }
    case "shoe_ended":
      return {
        ...clearedFelt,
        ...noBurnCard,
        totals: [],
        phase: "shoe_change",
        ends_at: message.ends_at,
        commitment: null,
        contributions: [],
      };
    case "shoe_abandoned":
      return {
        ...clearedFelt,
        ...noBurnCard,
        totals: [],
        shoe: message.shoe,
        phase: "shoe_change",
        paused: null,
        ends_at: message.ends_at,
        commitment: null,
        contributions: [],
        abandoned: message.reason,
      };
    case "shoe_revealed":
      return { revealed: { shoe: message.shoe, secret: message.secret } };
    case "dealer_changed":
      return { dealer: message.name };
    case "divider_seen":
      return { is_last_round: message.is_last_round };
    case "card_set_aside":
      return noticed(view, { kind: "set_aside", card: message.card });
    case "hands_rebuilt":
      return { player: handThere(message.player), banker: handThere(message.banker) };
    case "table_paused":
      return { paused: message.reason, ends_at: null };
    case "table_resumes":
      return { paused: null, phase: message.phase, ends_at: message.ends_at, clocks: later(view, message.ends_at) };
    default:
      return unreachable(message);
  }
}

/** After a pause every hand has the time that it had left. */
function later({ clocks }: TableView, endsAt: number | null): TableView["clocks"] {
  const by = (endsAt ?? 0) - Math.max(...clocks.map(([, at]) => at));
  return clocks.map(([side, at]) => [side, at + by]);
}

const nobodySqueezes = { holders: 0, clocks: [], names: [] } satisfies Partial<TableView>;

const clearedFelt = {
  struck: [],
  player: EMPTY_HAND,
  banker: EMPTY_HAND,
  stage: 0,
  stage_cards: [],
  ...nobodySqueezes,
  natural: null,
  settlement: null,
  openedCards: [],
  ownTotals: NO_TOTALS,
} satisfies Partial<TableView>;

const noBurnCard = { burn_card: null, burned_face_down: 0 } satisfies Partial<TableView>;
