/** The floor's state in this client, and how each message changes it. Pure. */
import type {
  Answer,
  ComingLimit,
  Lobby,
  LobbyChange,
  LobbyTable,
  PlayIsOver,
  Problem,
  RealityCheck,
  TableClosed,
  TableWithGoodRoads,
  Welcome,
} from "../wire/protocol.generated";
import type { Told } from "./told";
import { applyMoment } from "./apply-moment";
import { applyPrivate } from "./apply-private";
import { applyPublic, applyTotals } from "./apply-public";
import { openedTable } from "./opened-table";
import { applyTalk } from "./talk";
import { unreachable } from "./unreachable";
import { noticed, placeOf, type TableView } from "./table-view";

export interface House {
  readonly welcome: Welcome | null;
  readonly balance: number | null;
  readonly purseNumber: number;
  readonly lobby: readonly LobbyTable[];
  readonly hasLobby: boolean;
  readonly goodRoads: readonly TableWithGoodRoads[]; // all over the floor, told to whoever sits at a table
  readonly tables: Readonly<Record<string, TableView>>; // by place
  readonly lastAnswer: Answer | null;
  readonly lastProblem: Problem | null;
  readonly lastClosed: TableClosed | null;
  readonly realityCheck: RealityCheck | null;
  readonly playIsOver: PlayIsOver | null;
}

export const EMPTY_HOUSE: House = {
  welcome: null,
  balance: null,
  purseNumber: 0,
  lobby: [],
  hasLobby: false,
  goodRoads: [],
  tables: {},
  lastAnswer: null,
  lastProblem: null,
  lastClosed: null,
  realityCheck: null,
  playIsOver: null,
};

/** "resync": a message is missing, and its table must be opened again. */
export function applyMessage(house: House, message: Told): House | "resync" {
  switch (message.type) {
    case "welcome":
      // Play may be allowed again; if it is not, the server repeats the message.
      return {
        ...house,
        welcome: message,
        playIsOver: null,
        ...(house.welcome?.boot !== message.boot && { purseNumber: 0 }),
      };
    case "pong":
    case "floor_away": // the connection's business
      return house;
    case "problem":
      return { ...house, lastProblem: message };
    case "answer":
      return { ...house, lastAnswer: message };
    case "purse":
      if (message.number < house.purseNumber) return house;
      return { ...house, balance: message.balance, purseNumber: message.number };
    case "reality_check":
      return { ...house, realityCheck: message };
    case "play_is_over":
      return { ...house, playIsOver: message };
    case "lobby":
      return { ...house, lobby: message.tables, hasLobby: true };
    case "good_roads_now":
      return { ...house, goodRoads: message.tables };
    case "lobby_change":
      return { ...house, lobby: changedLobby(house.lobby, message) };
    case "table_opened": {
      const place = placeOf(message.info.table);
      return withTable(house, openedTable(message, house.tables[place]));
    }
    case "table_resumed":
      return house;
    case "table_closed": {
      const { [placeOf(message.table)]: _closed, ...tables } = house.tables;
      return { ...house, tables, lastClosed: message };
    }
    case "auto_repeat_ended":
      return house; // the changed choice arrives separately; the reason is shown at the table
    case "dispute_notice": // these are for the consoles of staff
    case "console_state":
    case "floor_watch":
    case "confirmation_notice":
    case "call_notice":
    case "card_bent":
    case "reacted":
      return house; // for listeners only, not kept
    case "talk_opened":
    case "talk_said":
    case "talk_removed":
      return changedTable(house, message.table, (view) => ({ ...view, talk: applyTalk(view.talk, message) }));
    case "limits_announced":
      return changedTable(house, message.table, (view) => withComingLimits(view, message.limits));
    case "totals":
      return changedTable(house, message.table, (view) => applyTotals(view, message));
    case "cards_turn":
    case "total_shown":
    case "natural_called":
      return changedTable(house, message.table, (view) => applyMoment(view, message));
    case "seat":
    case "wagers":
    case "choice":
    case "faces":
    case "settlement":
    case "stakes_returned":
    case "adjusted":
    case "tipped":
    case "dispute":
    case "fields":
      return changedTable(house, message.table, (view) => applyPrivate(view, message));
    case "shoe_committed":
    case "contribution_made":
    case "shoe_opened":
    case "cards_burned":
    case "cards_struck":
    case "betting_opened":
    case "betting_closed":
    case "card_dealt":
    case "stage_opened":
    case "card_turned":
    case "hand_turned":
    case "stage_ended":
    case "round_settled":
    case "round_cancelled":
    case "round_voided":
    case "round_corrected":
    case "shoe_ended":
    case "shoe_abandoned":
    case "shoe_revealed":
    case "dealer_changed":
    case "divider_seen":
    case "card_set_aside":
    case "hands_rebuilt":
    case "table_paused":
    case "table_resumes":
      return changedTable(house, message.table, (view) => applyPublic(view, message));
    default:
      return unreachable(message);
  }
}

function withTable(house: House, view: TableView): House {
  return { ...house, tables: { ...house.tables, [view.id]: view } };
}

/** Messages of a table that has been closed are ignored. */
function changedTable(
  house: House,
  table: string,
  change: (view: TableView) => TableView | "resync",
): House | "resync" {
  const view = house.tables[placeOf(table)];
  if (!view) return house;
  const changed = change(view);
  if (changed === "resync" || changed === view) return changed === view ? house : "resync";
  return withTable(house, changed);
}

function changedLobby(lobby: Lobby["tables"], message: LobbyChange): readonly LobbyTable[] {
  return lobby.map((table) => {
    if (table.table !== message.table) return table;
    const { type: _type, main, ...rest } = message;
    return { ...table, ...rest, main: main ? [...table.main.slice(0, main.index), ...main.marks] : table.main };
  });
}

function withComingLimits(view: TableView, limits: readonly ComingLimit[]): TableView {
  const notice = { kind: "limits", ...mainLimits(view, limits) } as const;
  return { ...view, info: { ...view.info, coming_limits: limits }, ...noticed(view, notice) };
}

/** Of the fields that back a side, which is what a table's limits are called by. */
function mainLimits(view: TableView, limits: readonly ComingLimit[]): { low: number; high: number | null } {
  const backs = new Set(view.info.fields.filter((field) => field.backs !== null).map((field) => field.bet));
  const main = limits.filter((limit) => backs.has(limit.bet));
  const shown = main.length > 0 ? main : limits;
  const highest = shown.map((limit) => limit.stake_max);
  return {
    low: Math.min(...shown.map((limit) => limit.stake_min)),
    high: highest.includes(null) ? null : Math.max(...highest.map((each) => each ?? 0)),
  };
}
