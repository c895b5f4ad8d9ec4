/** A WebSocket that reconnects with growing pauses, measures the server's clock and detects silence. */
import type { ClientMessage, ServerMessage } from "./protocol.generated";

export type Link = "closed" | "opening" | "open" | "lost";

/** Of a link that is lost, with nobody to say why, or as a server said. */
export type WhyLost = "lost" | "moved" | "away" | "store";

export interface Clock {
  readonly offsetMs: number; // server minus ours
  readonly measuredAt: number; // ours; 0: never
  readonly roundTripMs: number;
}

export interface SocketListener {
  readonly linkChanged: (link: Link) => void;
  readonly lostFor: (why: WhyLost) => void; // told before the link changes; we reconnect by ourselves
  readonly received: (message: ServerMessage) => void;
  readonly clockMeasured: (clock: Clock) => void;
  readonly refused: (code: number) => void; // no valid session: reconnecting would not help
}

export const PING_EVERY_MS = 4_000;
export const SILENCE_MS = 5_000; // silent for this long, the connection is dead
const QUIET_MS = 2_000; // silent for this long, we send a ping
const BEAT_MS = 1_000;
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 8_000;
const POLICY = 1008;
const WHY_CLOSED: Readonly<Record<number, WhyLost>> = { 4001: "moved", 4002: "store" };
const OPENS_REFUSED_MAX = 3;

export class Socket {
  #socket: WebSocket | null = null;
  #wanted = false;
  #failures = 0;
  #wasOpen = false;
  #heardAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #clock: Clock = { offsetMs: 0, measuredAt: 0, roundTripMs: Infinity };

  constructor(
    private readonly url: string,
    private readonly listener: SocketListener,
  ) {}

  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#giveUp);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  stop(): void {
    this.#wanted = false;
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#giveUp);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#drop();
    this.listener.linkChanged("closed");
  }

  /** False when offline: nothing was sent. */
  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #hurry = (): void => {
    if (!this.#wanted || document.visibilityState === "hidden") return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else if (this.#socket === null) {
      clearTimeout(this.#retry);
      this.#connect();
    }
  };

  #connect(): void {
    this.listener.linkChanged(this.#wasOpen ? "lost" : "opening");
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    this.#heardAt = Date.now();
    socket.onopen = () => {
      this.#heardAt = Date.now();
      this.#ping();
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#received(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code);
    };
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => this.#beat(), BEAT_MS);
  }

  #received(message: ServerMessage): void {
    this.#heardAt = Date.now();
    if (message.type === "floor_away") {
      this.listener.lostFor(message.why === "store" ? "store" : "away");
      this.listener.linkChanged("lost"); // the socket stays, and welcome comes again
    }
    if (message.type === "pong") this.#measure(message.sent_at, message.server_time);
    if (message.type === "welcome") {
      this.#failures = 0;
      this.#wasOpen = true;
      this.listener.linkChanged("open");
    }
    this.listener.received(message);
  }

  #closed(code: number): void {
    this.#socket = null;
    clearInterval(this.#pulse);
    if (!this.#wanted) return;
    this.#failures += 1;
    const isUnwanted = code === POLICY || (!this.#wasOpen && this.#failures >= OPENS_REFUSED_MAX);
    if (isUnwanted) {
      this.stop();
      this.listener.refused(code);
      return;
    }
    const why = WHY_CLOSED[code];
    if (why) this.listener.lostFor(why);
    this.listener.linkChanged(this.#wasOpen ? "lost" : "opening");
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
    this.#retry = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  #beat(): void {
    const now = Date.now();
    if (now - this.#heardAt > SILENCE_MS) this.#giveUp();
    else if (now - this.#heardAt > QUIET_MS || now - this.#clock.measuredAt > PING_EVERY_MS) this.#ping();
  }

  #giveUp = (): void => {
    if (this.#socket === null) return;
    this.#drop();
    this.listener.lostFor("lost"); // whatever was said before, nothing is heard any more
    this.#closed(0);
  };

  #ping(): void {
    this.send({ type: "ping", sent_at: Date.now() });
  }

  /** The fastest recent round trip gives the best estimate; any new measurement replaces an old one. */
  #measure(sentAt: number, serverTime: number): void {
    const now = Date.now();
    const roundTripMs = Math.max(0, now - sentAt);
    const isBetter = roundTripMs <= this.#clock.roundTripMs * 1.5 || now - this.#clock.measuredAt > 30_000;
    const offsetMs = isBetter ? serverTime + roundTripMs / 2 - now : this.#clock.offsetMs;
    this.#clock = { offsetMs, measuredAt: now, roundTripMs: isBetter ? roundTripMs : this.#clock.roundTripMs };
    this.listener.clockMeasured(this.#clock);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onclose = null;
      socket.onmessage = null;
      socket.close();
    }
  }
}
