/**
 * One HTTP request. A refusal comes back as a `Problem` with the server's name for it; so does a lost connection, so
 * that callers never have to catch anything. Routes have functions of their own: patrons' in `api.ts`, staff's beside
 * the console that asks.
 */
import { addressOf } from "./addresses";

export type Problem = {
  readonly status: number; // 0: the server was not reached
  readonly name: string;
  readonly title: string; // the server's English sentence; empty: it was not reached
  readonly detail: string;
  readonly waitMs: number;
};
export type Result<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Problem };

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

let requestToken = "";

/** Sent with every request that changes something; it comes with the session. */
export function useToken(token: string): void {
  requestToken = token;
}

/** For requests that this file does not make: a stream of our own. */
export function ownHeaders(): Record<string, string> {
  return requestToken ? { "x-punto-token": requestToken } : {};
}

export async function ask<Value>(method: Method, path: string, body?: unknown): Promise<Result<Value>> {
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
    return { ok: false, problem: { status: 0, name: "server_is_out_of_reach", title: "", detail: "", waitMs: 0 } };
  }
}

async function problemOf(response: Response): Promise<Problem> {
  const waitMs = 1000 * Number(response.headers.get("retry-after") ?? 0);
  try {
    const body = (await response.json()) as { name?: string; title?: string; detail?: string };
    const { name = "something_went_wrong", title = "", detail = "" } = body;
    return { status: response.status, name, title, detail, waitMs };
  } catch {
    return { status: response.status, name: "something_went_wrong", title: "", detail: "", waitMs };
  }
}

export function query(values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}
