/** The one place in which a table's view changes. A new message type must not compile until it is handled here. */
import { applyRoads, emptyRoads } from "./apply-roads";
import type {
  FaceUp,
  HandView,
  PrivateMessage,
  PublicMessage,
  SeatState,
  Settlement,
  TableOpened,
  Totals,
} from "../wire/protocol.generated";
import type { CardComes, Moment } from "./told";
import { toldRound } from "./told-rounds";
import { placeOf, type HandOnTable, type Notice, type SideName, type TableView } from "./table-view";

const NO_TOTALS = { player: null, banker: null } as const;
const LIES = { face: "", slide: null, turnMs: 0 };
const EMPTY_HAND: HandOnTable = { cards: [], total: null };
const RESULTS_KEPT = 120;

export function openedTable(message: TableOpened, before: TableView | undefined): TableView {
  const { player, banker, roads, ...state } = message.state;
  const id = placeOf(message.info.table);
  return {
    ...state,
    id,
    info: message.info,
    offset: message.offset,
    roads: applyRoads(emptyRoads, roads),
    player: handThere(player),
    banker: handThere(banker),
    holders: 0,
    openedCards: [],
    ownTotals: NO_TOTALS,
    wasNatural: false,
    seat: before?.seat ?? null,
    stakesWhenTold: [],
    settlement: null,
    ownPayout: 0,
    toldRound: before?.toldRound ?? toldRound(id),
    lastBet: before?.lastBet ?? 0,
    lastWin: before?.lastWin ?? 0,
    notice: null,
    noticeCount: before?.noticeCount ?? 0,
    revealed: before?.revealed ?? null,
    results: state.last_result ? [state.last_result] : [],
    dispute: before?.dispute ?? null,
  };
}

export function applyTotals(view: TableView, message: Totals): TableView {
  return { ...view, totals: message.totals, patrons: message.patrons, bots: message.bots };
}

/** Public messages have no gaps; whoever sees one asks for a new snapshot. */
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
    case "card_dealt": {
      const { cards, total } = view[message.side];
      const dealt = { ...LIES, face: message.face, slide: "slide" in message ? message.slide : null };
      return {
        phase: "dealing",
        [message.side]: { cards: [...cards.slice(0, message.card), dealt], total: message.total ?? total },
      };
    }
    case "stage_opened":
      return {
        phase: "squeezing",
        stage: message.stage,
        ends_at: message.closes_at,
        holders: message.holders,
        ownTotals: NO_TOTALS,
      };
    case "card_turned": {
      const hand = turned(view[message.side], message.card, message.face);
      return { [message.side]: { cards: hand.cards, total: message.total ?? hand.total } };
    }
    case "stage_ended": {
      const { player, banker } = openFaces(view, message.faces);
      return {
        stage: 0,
        phase: "dealing",
        ends_at: null,
        holders: 0,
        player: { cards: player.cards, total: message.player_total },
        banker: { cards: banker.cards, total: message.banker_total },
        seat: view.seat && { ...view.seat, holds: [], faces: [] },
      };
    }
    case "round_settled": {
      const roads = applyRoads(view.roads, message.roads);
      return {
        phase: "result",
        wasNatural: roads.statistics.naturals > view.roads.statistics.naturals,
        stage: 0,
        ends_at: message.ends_at,
        is_last_round: message.is_last_round,
        last_result: message.result,
        player: settledHand(view.player, message.result.player),
        banker: settledHand(view.banker, message.result.banker),
        roads,
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
      if (message.shoe !== view.shoe) return {}; // of an earlier shoe: whoever it concerns is told apart
      return {
        ...noticed(view, { kind: "voided", round: message.round, reason: message.reason }),
        roads: applyRoads(view.roads, message.roads),
        results: view.results.filter((result) => result.round !== message.round),
        last_result: view.last_result?.round === message.round ? null : view.last_result,
      };
    case "round_corrected": {
      if (message.shoe !== view.shoe) return {};
      const { result } = message;
      return {
        ...noticed(view, { kind: "corrected", round: message.result.round }),
        roads: applyRoads(view.roads, message.roads),
        last_result: view.last_result?.round === result.round ? result : view.last_result,
        results: view.results.map((each) => (each.round === result.round ? result : each)),
      };
    }
    case "shoe_ended":
      return { ...noBurnCard, phase: "shoe_change", ends_at: message.ends_at, commitment: null, contributions: [] };
    case "shoe_abandoned":
      return {
        ...clearedFelt,
        ...noBurnCard,
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
    case "table_paused":
      return { paused: message.reason, ends_at: null };
    case "table_resumes":
      return { paused: null, phase: message.phase, ends_at: message.ends_at };
    default:
      return unreachable(message);
  }
}

/** What belongs to this screen's own time. */
export function applyMoment(view: TableView, moment: Moment): TableView {
  switch (moment.type) {
    case "cards_turn":
      return { ...view, ...openFaces(view, moment.faces, moment.lasts) };
    case "total_shown":
      return { ...view, [moment.side]: { ...view[moment.side], total: moment.total } };
    default:
      return unreachable(moment);
  }
}

export function applyPrivate(view: TableView, message: PrivateMessage): TableView {
  switch (message.type) {
    case "seat":
      return seated(view, message.seat);
    case "wagers":
      return {
        ...view,
        ...(message.left_out.length > 0 && noticed(view, { kind: "left_out", bets: message.left_out })),
        seat: view.seat && { ...view.seat, stakes: message.stakes, staked: message.staked },
      };
    case "choice":
      return { ...view, seat: view.seat && { ...view.seat, ...choice(message.choice, message.value) } };
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
        lastWin: message.returned,
        seat: view.seat && { ...view.seat, ...settledSeat(message) },
      };
    case "stakes_returned":
      return { ...view, ...noticed(view, { kind: "returned", message }) };
    case "adjusted":
      return { ...view, ...noticed(view, { kind: "adjusted", message }) };
    case "tipped":
      return { ...view, ...noticed(view, { kind: "tipped", amount: message.amount }) };
    case "dispute":
      return {
        ...view,
        ...noticed(view, { kind: "dispute", state: message.state }),
        dispute: isLast(view, message) ? message.state : view.dispute,
      };
    case "fields":
      return {
        ...view,
        stakesWhenTold: view.seat?.stakes ?? [],
        seat: view.seat && { ...view.seat, fields: message.fields },
      };
    default:
      return unreachable(message);
  }
}

const clearedFelt = {
  player: EMPTY_HAND,
  banker: EMPTY_HAND,
  stage: 0,
  holders: 0,
  settlement: null,
  openedCards: [],
  ownTotals: NO_TOTALS,
  wasNatural: false,
} satisfies Partial<TableView>;

const noBurnCard = { burn_card: null, burned_face_down: 0 } satisfies Partial<TableView>;

function isLast(view: TableView, { shoe, round }: { readonly shoe: number; readonly round: number }): boolean {
  return shoe === view.shoe && round === view.last_result?.round;
}

function noticed(view: TableView, notice: Notice): Partial<TableView> {
  return { notice, noticeCount: view.noticeCount + 1 };
}

/** Whoever was away is told how their last round ended, once. */
function seated(view: TableView, seat: SeatState): TableView {
  const last = seat.last_settled;
  const now = { ...view, seat, stakesWhenTold: seat.stakes };
  if (!last) return now;
  const told = `${last.shoe}/${last.round}`;
  const news = told === view.toldRound ? {} : noticed(view, { kind: "settled", last });
  return { ...now, ...news, toldRound: told, lastBet: last.staked, lastWin: last.returned };
}

/** What lay has been settled; it is what the patron may repeat. */
function settledSeat(message: Settlement): Partial<SeatState> {
  return { stakes: [], staked: 0, last_stakes: message.wagers.map(([bet, stake]) => [bet, stake]) };
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

function handThere(hand: HandView): HandOnTable {
  return { cards: hand.cards.map((face) => ({ ...LIES, face })), total: hand.total };
}

function turned(hand: HandOnTable, index: number, face: string, turnMs = 0): HandOnTable {
  return { ...hand, cards: hand.cards.map((card, at) => (at === index ? { ...card, face, turnMs } : card)) };
}

function openFaces(
  view: TableView,
  faces: readonly FaceUp[],
  turnMs = 0,
): { player: HandOnTable; banker: HandOnTable } {
  const hands: Record<SideName, HandOnTable> = { player: view.player, banker: view.banker };
  for (const [side, index, face] of faces) hands[side] = turned(hands[side], index, face, turnMs);
  return hands;
}

/** The result states both hands whole; cards that were seen to move keep their instants. */
function settledHand(hand: HandOnTable, result: HandView): HandOnTable {
  const cards = result.cards.map((face, index) => ({ ...LIES, ...hand.cards[index], face }));
  return { cards, total: result.total };
}

export function unreachable(message: never): never {
  throw new Error(`a message nobody handles: ${JSON.stringify(message)}`);
}
