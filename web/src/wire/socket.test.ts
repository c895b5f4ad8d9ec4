// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PING_EVERY_MS, SILENCE_MS, Socket, type Clock, type Link, type WhyLost } from "./socket";

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }

  opens(): void {
    this.readyState = 1;
    this.onopen?.();
    this.hears({ type: "welcome" });
  }

  hears(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  dies(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

function started(): { socket: Socket; links: (Link | `for ${WhyLost}`)[]; clocks: Clock[]; refusals: number[] } {
  const [links, clocks, refusals]: [(Link | `for ${WhyLost}`)[], Clock[], number[]] = [[], [], []];
  const socket = new Socket("ws://floor/ws", {
    linkChanged: (link) => links.push(link),
    lostFor: (why) => links.push(`for ${why}`),
    received: () => {},
    clockMeasured: (clock) => clocks.push(clock),
    refused: (code) => refusals.push(code),
  });
  socket.start();
  return { socket, links, clocks, refusals };
}

const latest = (): FakeSocket => FakeSocket.made.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a lost connection is retried with growing pauses", () => {
  const { links } = started();
  latest().opens();
  latest().dies(1006);
  expect(links.at(-1)).toBe("lost");
  for (const pause of [400, 800, 1600]) {
    const before = FakeSocket.made.length;
    vi.advanceTimersByTime(pause);
    expect(FakeSocket.made.length).toBe(before + 1);
    latest().dies(1006);
  }
  vi.advanceTimersByTime(3200);
  latest().opens();
  expect(links.at(-1)).toBe("open");
});

test("a floor that moves to another server is reported and followed", () => {
  const { links } = started();
  latest().opens();
  latest().dies(4001);
  expect(links.slice(-2)).toEqual(["for moved", "lost"]);
  vi.advanceTimersByTime(400);
  latest().opens();
  expect(links.at(-1)).toBe("open");
});

test("a device that goes offline does not wait for silence", () => {
  const { links } = started();
  latest().opens();
  dispatchEvent(new Event("offline"));
  expect(links.at(-1)).toBe("lost");
});

test("a silent connection is dropped and reopened", () => {
  started();
  latest().opens();
  vi.advanceTimersByTime(SILENCE_MS + PING_EVERY_MS);
  expect(FakeSocket.made.length).toBeGreaterThan(1);
});

test("a signed-out client stops reconnecting", () => {
  const { refusals } = started();
  latest().opens();
  latest().dies(1008);
  vi.advanceTimersByTime(60_000);
  expect([refusals, FakeSocket.made.length]).toEqual([[1008], 1]);
});

test("the server's clock is measured at the middle of a round trip", () => {
  const { clocks } = started();
  latest().opens();
  const sentAt = (JSON.parse(latest().sent[0] as string) as { sent_at: number }).sent_at;
  vi.advanceTimersByTime(40);
  latest().hears({ type: "pong", sent_at: sentAt, server_time: sentAt + 5020 });
  expect(clocks.at(-1)?.offsetMs).toBe(5000);
});

test("nothing is sent while offline", () => {
  const { socket } = started();
  expect(socket.send({ type: "watch_lobby", on: true })).toBe(false);
  latest().opens();
  expect(socket.send({ type: "watch_lobby", on: true })).toBe(true);
});

test("a floor that is away is told as a lost line on the same socket, until it welcomes us again", () => {
  const { links } = started();
  latest().opens();
  for (let told = 0; told < 5; told++) {
    latest().hears({ type: "floor_away" });
    vi.advanceTimersByTime(2_000);
  }
  expect(links.at(-1)).toBe("lost");
  latest().hears({ type: "welcome" });
  expect(links.at(-1)).toBe("open");
  expect(FakeSocket.made.length).toBe(1);
});

test.each([
  ["floor", "away"],
  ["store", "store"],
])("a server that says that its %s is away is believed", (why, told) => {
  const { links } = started();
  latest().opens();
  latest().hears({ type: "welcome" });
  latest().hears({ type: "floor_away", why });
  expect(links.slice(-2)).toEqual([`for ${told}`, "lost"]);
});

test("a lost store is the reason until we are back, however often we are not let in", () => {
  const { links } = started();
  latest().opens();
  latest().hears({ type: "welcome" });
  latest().dies(4002);
  expect(links.slice(-2)).toEqual(["for store", "lost"]);
  vi.advanceTimersByTime(2_000);
  latest().dies(1006);
  expect(links.filter((each) => each.startsWith("for"))).toEqual(["for store"]);
});

test("once nothing is heard any more, our own line is the reason", () => {
  const { links } = started();
  latest().opens();
  latest().hears({ type: "welcome" });
  latest().hears({ type: "floor_away", why: "store" });
  vi.advanceTimersByTime(SILENCE_MS + 2_000);
  expect(links.filter((each) => each.startsWith("for"))).toEqual(["for store", "for lost"]);
});
