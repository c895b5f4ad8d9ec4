/** What the patrons' desk asks over HTTP: one function per route. */
import { ask, query, type Result } from "../../wire/request";
import type {
  Adjustment,
  Booked,
  DeskPatron,
  Exclusion,
  Found,
  Limits,
  NoteView,
  RoundExplained,
  StatementView,
  WantedLimits,
} from "../../wire/rest.generated";

const of = (patron: string, what = ""): string => `/api/desk/patrons/${encodeURIComponent(patron)}${what}`;
const account = (patron: string, what: string): string => `/api/accounts/${encodeURIComponent(patron)}/${what}`;

export const findPatrons = (text: string): Promise<Result<Found>> =>
  ask("GET", `/api/desk/patrons${query({ q: text })}`);
export const patronOf = (id: string): Promise<Result<DeskPatron>> => ask("GET", of(id));
export const statementOf = (id: string, day: string, before: string | null): Promise<Result<StatementView>> =>
  ask("GET", of(id, `/statement${query({ day, before })}`));
export const statementFile = (id: string, day: string): string => of(id, `/statement.csv${query({ day })}`);
export const dataFile = (id: string): string => of(id, "/data");
export const explained = (
  table: string,
  shoe: number,
  round: number,
  patron: string,
): Promise<Result<RoundExplained>> =>
  ask("GET", `/api/desk/rounds/${encodeURIComponent(table)}/${shoe}/${round}${query({ patron })}`);

export const addNote = (id: string, text: string): Promise<Result<NoteView>> => ask("POST", of(id, "/notes"), { text });
export const eraseNote = (id: string, number: number): Promise<Result<unknown>> =>
  ask("DELETE", of(id, `/notes/${number}`));
export const changeLimits = (id: string, wanted: WantedLimits): Promise<Result<Limits>> =>
  ask("PATCH", of(id, "/limits"), wanted);
export const exclude = (id: string, wanted: Exclusion): Promise<Result<Limits>> =>
  ask("POST", of(id, "/exclude"), wanted);
export const adjust = (id: string, wanted: Adjustment): Promise<Result<Booked>> =>
  ask("POST", of(id, "/adjust"), wanted);
export const suspend = (id: string, reason: string): Promise<Result<unknown>> =>
  ask("POST", account(id, "suspend"), { reason });
export const restore = (id: string, reason: string): Promise<Result<unknown>> =>
  ask("POST", account(id, "restore"), { reason });
export const erase = (id: string): Promise<Result<unknown>> => ask("DELETE", account(id, "person"));
