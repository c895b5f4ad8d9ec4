/**
 * Every HTTP request: one function per route. A refusal comes back as a `Problem` with the server's name for
 * it; so does a lost connection, so that callers never have to catch anything.
 */
import { addressOf } from "./addresses";
import type { RoadsChange } from "./protocol.generated";
import type {
  BookAnswer,
  BookInShort,
  ChoicesChange,
  Limits,
  LobbyAnswer,
  Me,
  Moved,
  OwnCall,
  OwnCalls,
  OwnTickets,
  PublicShoe,
  OwnPurse,
  RecordPage,
  Replay,
  ShoeList,
  TicketMade,
  WantedLimits,
  WhoIsHere,
} from "./rest.generated";

export type Problem = {
  readonly status: number; // 0: the server was not reached
  readonly name: string;
  readonly detail: string;
  readonly waitMs: number;
};
export type Result<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Problem };

type Method = "GET" | "POST" | "PUT" | "PATCH";

let requestToken = "";

async function ask<Value>(method: Method, path: string, body?: unknown): Promise<Result<Value>> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (method !== "GET" && requestToken) headers["x-punto-token"] = requestToken;
  try {
    const init: RequestInit = { method, headers, credentials: "same-origin", cache: "no-store" };
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await fetch(addressOf(path), init);
    if (!response.ok) return { ok: false, problem: await problemOf(response) };
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return { ok: true, value: (isJson ? await response.json() : await response.text()) as Value };
  } catch {
    return { ok: false, problem: { status: 0, name: "server_is_out_of_reach", detail: "", waitMs: 0 } };
  }
}

async function problemOf(response: Response): Promise<Problem> {
  const waitMs = 1000 * Number(response.headers.get("retry-after") ?? 0);
  try {
    const body = (await response.json()) as { name?: string; detail?: string };
    return { status: response.status, name: body.name ?? "something_went_wrong", detail: body.detail ?? "", waitMs };
  } catch {
    return { status: response.status, name: "something_went_wrong", detail: "", waitMs };
  }
}

function query(values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}

async function signIn(path: string, body: unknown, method: Method = "POST"): Promise<Result<Me>> {
  const answer = await ask<unknown>(method, path, body);
  return answer.ok ? me() : answer;
}

/** Null when nobody is signed in. */
export async function currentSession(): Promise<Result<Me | null>> {
  const answer = await ask<WhoIsHere>("GET", "/api/session");
  if (!answer.ok) return answer;
  requestToken = answer.value.me?.request_token ?? "";
  return { ok: true, value: answer.value.me };
}

export async function me(): Promise<Result<Me>> {
  const answer = await ask<Me>("GET", "/api/me");
  if (answer.ok) requestToken = answer.value.request_token;
  return answer;
}

export const enterAsGuest = (): Promise<Result<Me>> => signIn("/api/guest", {});
export const logIn = (name: string, password: string): Promise<Result<Me>> => signIn("/api/login", { name, password });
export const register = (name: string, password: string, document: string): Promise<Result<Me>> =>
  signIn("/api/register", { name, password, document });
export const reauthenticate = (password: string): Promise<Result<Me>> => signIn("/api/reauthenticate", { password });

export async function logOut(): Promise<Result<unknown>> {
  const answer = await ask("POST", "/api/logout", {});
  requestToken = "";
  return answer;
}

export const choose = (choices: ChoicesChange): Promise<Result<Me>> => ask("PATCH", "/api/me", choices);
export const changePassword = (current: string, password: string): Promise<Result<Me>> =>
  signIn("/api/me/password", { password: current, new_password: password }, "PUT");

export const ownLimits = (): Promise<Result<Limits>> => ask("GET", "/api/me/limits");
export const changeLimits = (wanted: WantedLimits): Promise<Result<Limits>> => ask("PATCH", "/api/me/limits", wanted);
export const coolOff = (days: number): Promise<Result<Limits>> => ask("POST", "/api/me/cool-off", { days });
export const excludeMyself = (days: number | null): Promise<Result<Limits>> =>
  ask("POST", "/api/me/self-exclusion", { days });

export const purse = (): Promise<Result<OwnPurse>> => ask("GET", "/api/purse");
export const takePlayCredits = (id: string): Promise<Result<OwnPurse>> =>
  ask("POST", "/api/purse/play-credits", { id });
export const cashOut = (id: string): Promise<Result<TicketMade>> => ask("POST", "/api/cashout", { id });
export const ownTickets = (): Promise<Result<OwnTickets>> => ask("GET", "/api/tickets");
export const redeem = (code: string, id: string): Promise<Result<Moved>> =>
  ask("POST", "/api/tickets/redeem", { code, id });
export const ownCalls = (): Promise<Result<OwnCalls>> => ask("GET", "/api/attendant-calls/own");
export const callAttendant = (table: string): Promise<Result<OwnCall>> =>
  ask("POST", "/api/attendant-calls", { table });

export const lobby = (): Promise<Result<LobbyAnswer>> => ask("GET", "/api/lobby");
export const roadsOf = (table: string): Promise<Result<RoadsChange>> =>
  ask("GET", `/api/tables/${encodeURIComponent(table)}/roads`);
export const books = (): Promise<Result<readonly BookInShort[]>> => ask("GET", "/api/books");
export const book = (id: string): Promise<Result<BookAnswer>> => ask("GET", `/api/books/${encodeURIComponent(id)}`);
export const helpPage = (id: string): Promise<Result<string>> =>
  ask("GET", `/api/books/${encodeURIComponent(id)}/help.html`);

export type RecordFilter = {
  table?: string | undefined;
  book?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
  result?: "won" | "lost" | "even" | undefined;
};
function recordQuery({ since, until, ...rest }: RecordFilter, before: string | null): string {
  return query({ ...rest, from: since, to: until, before });
}

export const record = (filter: RecordFilter, before: string | null): Promise<Result<RecordPage>> =>
  ask("GET", `/api/record${recordQuery(filter, before)}`);
export const recordCsv = (filter: RecordFilter): string => addressOf(`/api/record.csv${recordQuery(filter, null)}`);
export const round = (table: string, shoe: number, round: number): Promise<Result<Replay>> =>
  ask("GET", `/api/rounds/${encodeURIComponent(table)}/${shoe}/${round}`);

export const fairShoes = (table: string): Promise<Result<ShoeList>> =>
  ask("GET", `/api/fairness/${encodeURIComponent(table)}`);
export const fairShoe = (table: string, shoe: number): Promise<Result<PublicShoe>> =>
  ask("GET", `/api/fairness/${encodeURIComponent(table)}/${shoe}`);
