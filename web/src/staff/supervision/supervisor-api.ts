/** The routes of the supervisor: the floor, one table, what may be taken back, incidents, limits, what is closed. */
import { addressOf } from "../../wire/addresses";
import { ask, query, type Result } from "../../wire/request";
import type {
  Changed,
  DealerReport,
  DigestList,
  Incidents,
  LimitsSet,
  LogPage,
  NamedEvents,
  NodeWatch,
  OneLimit,
  ReliefNamed,
  RoundRecord,
  SecondPerson,
  TablePage,
  TableReturns,
  TableVersion,
  TakeBackPreview,
  TakenDigest,
} from "../../wire/rest.generated";
import type { StaffReason } from "./words";

export type RoundId = readonly [number, number];
export type Which = "all" | "cards" | "money" | "staff";
type Scope = "table" | "book" | "floor";

const table = (id: string, path = ""): string => `/api/staff/tables/${encodeURIComponent(id)}${path}`;

export const tablePage = (id: string): Promise<Result<TablePage>> => ask("GET", table(id));
export const tableReturns = (id: string): Promise<Result<TableReturns>> => ask("GET", table(id, "/returns"));
export const tableEvents = (
  id: string,
  which: Which,
  limit: number,
  before: number | null = null,
): Promise<Result<NamedEvents>> => ask("GET", table(id, `/events${query({ which, limit, before })}`));

export const pause = (id: string, reason: StaffReason): Promise<Result<TableVersion>> =>
  ask("POST", table(id, "/pause"), { reason });
export const resume = (id: string, nothingDrawn = false): Promise<Result<TableVersion>> =>
  ask("POST", table(id, "/resume"), { nothing_drawn: nothingDrawn });
export const cancel = (id: string, reason: StaffReason): Promise<Result<TableVersion>> =>
  ask("POST", table(id, "/cancel"), { reason });

export const nameRelief = (id: string, name: string): Promise<Result<ReliefNamed>> =>
  ask("PUT", `/api/dealing/${encodeURIComponent(id)}/relief`, { name });

export const previewVoid = (id: string, round: RoundId | null): Promise<Result<TakeBackPreview>> =>
  ask("POST", table(id, "/void/preview"), { round });
export const previewCorrection = (
  id: string,
  round: RoundId | null,
  player: string,
  banker: string,
): Promise<Result<TakeBackPreview>> => ask("POST", table(id, "/correct/preview"), { round, player, banker });
export type Decision = {
  readonly reason: StaffReason;
  readonly note: string;
  readonly round: RoundId;
  readonly second: SecondPerson | null;
};
export const voidRound = (id: string, decision: Decision): Promise<Result<TableVersion>> =>
  ask("POST", table(id, "/void"), decision);
export const correctRound = (
  id: string,
  decision: Decision & { readonly player: string; readonly banker: string },
): Promise<Result<TableVersion>> => ask("POST", table(id, "/correct"), decision);
export const dismiss = (id: string, round: RoundId, note: string): Promise<Result<TableVersion>> =>
  ask("POST", table(id, "/dismiss"), { round, note });
export const roundRecord = (id: string, [shoe, round]: RoundId): Promise<Result<RoundRecord>> =>
  ask("GET", table(id, `/rounds/${shoe}/${round}`));

export const close = (what: Scope, id: string, reason: StaffReason, note: string): Promise<Result<Changed>> =>
  ask("POST", "/api/staff/floor/close", { what, id, reason, note });
export const openAgain = (what: Scope, id: string): Promise<Result<Changed>> =>
  ask("POST", "/api/staff/floor/open", { what, id });
export const setLimits = (
  id: string,
  limits: readonly OneLimit[],
  differenceMax: number | null,
): Promise<Result<LimitsSet>> => ask("PUT", table(id, "/limits"), { limits, difference_max: differenceMax });

export const incidents = (days: { readonly first: string; readonly last: string }): Promise<Result<Incidents>> =>
  ask("GET", `/api/staff/incidents${query(days)}`);
export const dealers = (days: { readonly first: string; readonly last: string }): Promise<Result<DealerReport>> =>
  ask("GET", `/api/reports/dealers${query(days)}`);
export const staffLog = (before: number | null): Promise<Result<LogPage>> =>
  ask("GET", `/api/staff/log${query({ before, limit: 100 })}`);
export const nodeWatch = (): Promise<Result<NodeWatch>> => ask("GET", "/api/staff/nodes");
export const digests = (): Promise<Result<DigestList>> => ask("GET", "/api/staff/digests");
export const takeDigest = (): Promise<Result<TakenDigest>> => ask("POST", "/api/staff/digests", {});
export const endDigestAlarm = (note: string): Promise<Result<unknown>> =>
  ask("POST", "/api/staff/digests/alarm/end", { note });

export const answerDealer = (id: number): Promise<Result<void>> => ask("POST", `/api/staff/calls/${id}/done`);
export const confirmCard = (id: number): Promise<Result<unknown>> =>
  ask("POST", `/api/staff/confirmations/${id}`, { decision: "confirm" });

/** Files to save, as the browser asks for them. */
export const FILES = {
  floor: addressOf("/api/staff/floor.csv"),
  waiting: addressOf("/api/staff/waiting.csv"),
  events: (id: string, which: Which): string => addressOf(table(id, `/events.csv${query({ which })}`)),
  returns: (id: string): string => addressOf(table(id, "/returns.csv")),
  shoe: (id: string): string => addressOf(table(id, "/shoe.csv")),
  incidents: (first: string, last: string): string => addressOf(`/api/staff/incidents.csv${query({ first, last })}`),
  dealers: (first: string, last: string): string => addressOf(`/api/reports/dealers.csv${query({ first, last })}`),
  log: addressOf("/api/staff/log.csv"),
};
