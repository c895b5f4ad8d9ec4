/** A small table for tests: the message that opens it, and numbered messages that follow. */
import type {
  FieldInfo,
  PublicMessage,
  SeatState,
  ServerMessage,
  TableInfo,
  TableOpened,
  TableState,
} from "../wire/protocol.generated";
import { applyMessage, EMPTY_HOUSE, type House } from "./apply-message";
import type { TableView } from "./table-view";

export function field(bet: string, more: Partial<FieldInfo> = {}): FieldInfo {
  const backs = bet === "player" || bet === "banker" ? bet : null;
  return {
    bet,
    title: bet,
    odds: ["1"],
    stake_min: 1000,
    stake_max: 500000,
    return_max: null,
    last_round: null,
    backs,
    is_tie: bet === "tie",
    fee: "0",
    ...more,
  };
}

export const INFO: TableInfo = {
  table: "jade",
  title: "Jade",
  book: "interblock",
  book_title: "Baccarat",
  kind: "timed",
  deck: "52x8",
  points: [],
  chips: [1, 5, 25, 100],
  denominations: [100],
  fields: [field("player"), field("tie"), field("banker")],
  modes: [],
  difference_max: null,
  tip_max: 500000,
  has_squeeze: false,
  has_lead: false,
  shows_naturals: true,
  marks_pairs: true,
  allows_keep_bets_on: false,
  betting_ms: 18000,
  hurry_ms: 5000,
  squeeze_ms: 20000,
  third_squeeze_ms: 15000,
  result_ms: 5000,
  shoe_change_ms: 20000,
  whep_url: null,
  hls_url: null,
  dealer: null,
  coming_limits: [],
  storm_ms: null,
};

const STATISTICS = {
  player_wins: 0,
  banker_wins: 0,
  ties: 0,
  naturals: 0,
  player_pairs: 0,
  banker_pairs: 0,
  rounds: 0,
};

export const NO_ROADS = { statistics: STATISTICS, ask_player: "---", ask_banker: "---" };

export const STATE: TableState = {
  shoe: 3,
  round: 7,
  phase: "betting",
  ends_at: 20000,
  paused: null,
  is_last_round: false,
  player: { cards: [], total: null },
  banker: { cards: [], total: null },
  stage: 0,
  stage_cards: [],
  clocks: [],
  names: [],
  totals: [],
  roads: NO_ROADS,
  side_bet_hits: [],
  last_result: null,
  winners: [],
  patrons: 1,
  bots: 0,
  commitment: null,
  contributions: [],
  burn_card: null,
  struck: [],
  burned_face_down: 0,
  abandoned: null,
  dealer: "",
};

export const OPENED: TableOpened = {
  type: "table_opened",
  offset: { log: "a", version: 10 },
  server_time: 1000,
  info: INFO,
  state: STATE,
};

export const SEAT: SeatState = {
  mode: null,
  denomination: 100,
  stakes: [],
  staked: 0,
  last_stakes: [],
  last_settled: null,
  keeps_bets_on: false,
  auto_repeats: false,
  squeezes: true,
  holds: [],
  faces: [],
  opened: [],
  player_total: null,
  banker_total: null,
  fields: [],
  may_dispute: false,
};

type Without<Message> = Message extends PublicMessage ? Omit<Message, "table" | "version"> : never;

/** Public messages of the table, numbered from 11 on. */
export function numbered(...messages: Without<PublicMessage>[]): PublicMessage[] {
  return messages.map((message, index) => ({ ...message, table: "jade", version: 11 + index }));
}

export const RESULT = {
  round: 7,
  winner: "player",
  player: { cards: ["9h", "Ks"], total: 9 },
  banker: { cards: ["2h", "3s"], total: 5 },
  is_natural: false,
  decided_by: "higher",
  came_out: [["player", "1"]],
} as const;

/** Tells everybody of it. */
export const SETTLED = {
  type: "round_settled",
  winners: [],
  ends_at: 9,
  is_last_round: false,
  side_bet_hits: [],
  roads: NO_ROADS,
  result: RESULT,
} as const;

/** The house once these messages have come. */
export function after(...messages: ServerMessage[]): House {
  return messages.reduce<House>((house, message) => {
    const next = applyMessage(house, message);
    if (next === "resync") throw new Error(`resync at ${message.type}`);
    return next;
  }, EMPTY_HOUSE);
}

/** The one table in it, with a patron at it. */
export function tableAfter(...messages: ServerMessage[]): TableView {
  const view = after(OPENED, { type: "seat", table: "jade", number: 1, after: 10, seat: SEAT }, ...messages).tables[
    "jade"
  ];
  if (!view) throw new Error("the table is open");
  return view;
}
