/** What patrons ask over HTTP, and signing in for everybody: one function per route. */
import { addressOf } from "./addresses";
import { ask, query, useToken, type Method, type Result } from "./request";
import type { RoadsChange } from "./protocol.generated";
import type {
  BookAnswer,
  BookInShort,
  ExplainedHands,
  ChoicesChange,
  Limits,
  LobbyAnswer,
  Me,
  Moved,
  NewSavedBet,
  OwnCall,
  OwnCalls,
  OwnTickets,
  PublicShoe,
  OwnPurse,
  OwnSavedBets,
  RecordFigures,
  RecordPage,
  Replay,
  SavedBet,
  ShoeList,
  TicketMade,
  WantedLimits,
  WhoIsHere,
} from "./rest.generated";

export type { Problem, Result } from "./request";

async function signIn(path: string, body: unknown, method: Method = "POST"): Promise<Result<Me>> {
  const answer = await ask<unknown>(method, path, body);
  return answer.ok ? me() : answer;
}

/** Null when nobody is signed in. */
export async function currentSession(): Promise<Result<Me | null>> {
  const answer = await ask<WhoIsHere>("GET", "/api/session");
  if (!answer.ok) return answer;
  useToken(answer.value.me?.request_token ?? "");
  return { ok: true, value: answer.value.me };
}

export async function me(): Promise<Result<Me>> {
  const answer = await ask<Me>("GET", "/api/me");
  if (answer.ok) useToken(answer.value.request_token);
  return answer;
}

export const enterAsGuest = (): Promise<Result<Me>> => signIn("/api/guest", {});
export const logIn = (name: string, password: string): Promise<Result<Me>> => signIn("/api/login", { name, password });
export const register = (name: string, password: string, document: string): Promise<Result<Me>> =>
  signIn("/api/register", { name, password, document });
export const lockSession = (): Promise<Result<Me>> => ask("POST", "/api/me/lock", {});
export const reauthenticate = (password: string): Promise<Result<Me>> => signIn("/api/reauthenticate", { password });

export async function logOut(): Promise<Result<unknown>> {
  const answer = await ask("POST", "/api/logout", {});
  useToken("");
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

export const savedBets = (): Promise<Result<OwnSavedBets>> => ask("GET", "/api/me/saved-bets");
export const saveBet = (bet: NewSavedBet): Promise<Result<SavedBet>> => ask("POST", "/api/me/saved-bets", bet);
export const renameSavedBet = (number: number, name: string): Promise<Result<SavedBet>> =>
  ask("PATCH", `/api/me/saved-bets/${number}`, { name });
export const deleteSavedBet = (number: number): Promise<Result<unknown>> =>
  ask("DELETE", `/api/me/saved-bets/${number}`);

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
export const whyHands = (id: string, hands: string): Promise<Result<ExplainedHands>> =>
  ask("GET", `/api/books/${encodeURIComponent(id)}/why?hands=${encodeURIComponent(hands)}`);
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
export const recordFigures = (): Promise<Result<RecordFigures>> => ask("GET", "/api/record/figures");
export const recordCsv = (filter: RecordFilter): string => addressOf(`/api/record.csv${recordQuery(filter, null)}`);
export const round = (table: string, shoe: number, round: number): Promise<Result<Replay>> =>
  ask("GET", `/api/rounds/${encodeURIComponent(table)}/${shoe}/${round}`);

export const fairShoes = (table: string): Promise<Result<ShoeList>> =>
  ask("GET", `/api/fairness/${encodeURIComponent(table)}`);
export const fairShoe = (table: string, shoe: number): Promise<Result<PublicShoe>> =>
  ask("GET", `/api/fairness/${encodeURIComponent(table)}/${shoe}`);
