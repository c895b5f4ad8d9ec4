/**
 * The console's connection. A console asks to watch something; whole states come back and replace one another, so
 * nothing has to be merged and a lost message does no harm. After a break everything is asked for again.
 */
import { socketAddress } from "../../wire/addresses";
import type { ClientMessage, ServerMessage, Welcome } from "../../wire/protocol.generated";
import { Socket, type Clock, type Link } from "../../wire/socket";

type Listener = (message: ServerMessage) => void;

const SILENT_AFTER_MS = 4_000; // pings come more often than this
const TICK_MS = 250;

export class Feed {
  link = $state.raw<Link>("closed");
  clock = $state.raw<Clock>({ offsetMs: 0, measuredAt: 0, roundTripMs: Infinity });
  /** The floor's name and currency, once connected. */
  house = $state.raw<Welcome | null>(null);
  /** The server's time, four times a second, for rings and ages. */
  nowMs = $state(Date.now());
  onrefused: () => void = () => undefined;
  #heardAt = $state(0);
  #socket: Socket | null = null;
  #watched: readonly ClientMessage[] = [];
  #listeners: readonly Listener[] = [];

  constructor() {
    setInterval(() => (this.nowMs = this.now()), TICK_MS);
  }

  connect(): void {
    this.#socket?.stop();
    this.#socket = new Socket(socketAddress(), {
      linkChanged: (link) => (this.link = link),
      lostFor: () => undefined, // the socket reconnects by itself
      received: (message) => this.receive(message),
      clockMeasured: (clock) => (this.clock = clock),
      refused: () => this.onrefused(),
    });
    this.#socket.start();
  }

  disconnect(): void {
    this.#socket?.stop();
    this.#socket = null;
  }

  /** Best estimate of the server's time. */
  now(): number {
    return Date.now() + this.clock.offsetMs;
  }

  get isLive(): boolean {
    return this.link === "open" && this.nowMs - this.clock.offsetMs - this.#heardAt < SILENT_AFTER_MS;
  }

  /** How old what is on the screen may be: the way here and back, or how long nothing has come. */
  get ageMs(): number {
    const roundTripMs = Number.isFinite(this.clock.roundTripMs) ? this.clock.roundTripMs : 0;
    return this.isLive ? roundTripMs : Math.max(0, this.nowMs - this.clock.offsetMs - this.#heardAt);
  }

  /** Hears every message, until the answer to this call is called. */
  hear(listener: Listener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => (this.#listeners = this.#listeners.filter((each) => each !== listener));
  }

  /** The same, and sends a request now and after each break. `stop` is sent at the end. */
  watch(request: ClientMessage, listener: Listener, stop?: ClientMessage): () => void {
    const deafen = this.hear(listener);
    this.#watched = [...this.#watched, request];
    this.#socket?.send(request);
    return () => {
      deafen();
      this.#watched = this.#watched.filter((each) => each !== request);
      if (stop) this.#socket?.send(stop);
    };
  }

  receive(message: ServerMessage): void {
    this.#heardAt = Date.now();
    if (message.type === "welcome") {
      this.house = message;
      for (const request of this.#watched) this.#socket?.send(request);
    }
    if (message.type === "problem" && message.reason === "sign_in_again") this.onrefused();
    for (const listener of this.#listeners) listener(message);
  }
}

export const feed = new Feed();
