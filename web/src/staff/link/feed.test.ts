/** @vitest-environment jsdom */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Welcome } from "../../wire/protocol.generated";
import { Feed } from "./feed.svelte";

class FakeSocket {
  static last: FakeSocket;
  static readonly OPEN = 1;
  readyState = 1;
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    FakeSocket.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  hears(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const WELCOME = { type: "welcome", currency_digits: 0 } as Welcome;
const WATCH = { type: "watch_console", table: "amber" } as const;
const asked = (): unknown[] => FakeSocket.last.sent.filter((each) => (each as { type: string }).type !== "ping");

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => vi.useRealTimers());

test("what is watched is asked for again after a break", () => {
  const feed = new Feed();
  feed.watch(WATCH, () => undefined);
  feed.connect();
  FakeSocket.last.hears(WELCOME);
  expect(asked()).toEqual([WATCH]);
  const first = FakeSocket.last;
  first.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.last).not.toBe(first);
  FakeSocket.last.hears(WELCOME);
  expect(asked()).toEqual([WATCH]);
});

test("who stops watching says so and hears no more", () => {
  const feed = new Feed();
  const listener = vi.fn();
  feed.connect();
  const stop = feed.watch(WATCH, listener, { ...WATCH, on: false });
  stop();
  FakeSocket.last.hears(WELCOME);
  expect(listener).not.toHaveBeenCalled();
  expect(asked()).toEqual([WATCH, { ...WATCH, on: false }]);
});

test("a silent connection is no longer called live, and its age grows", () => {
  const feed = new Feed();
  feed.connect();
  FakeSocket.last.hears(WELCOME);
  vi.advanceTimersByTime(500);
  expect(feed.isLive).toBe(true);
  vi.advanceTimersByTime(4_000);
  expect(feed.isLive).toBe(false);
  expect(feed.ageMs).toBeGreaterThanOrEqual(4_000);
});
