/** What this client watches beside its tables: the lobby, and good roads elsewhere. Kept up after a reconnect. */
import type { ClientMessage } from "../wire/protocol.generated";

export class Watching {
  #lobbyWatchers = 0;
  #watchesGoodRoads = false;

  constructor(private readonly send: (message: ClientMessage) => void) {}

  /** Each who begins to watch also ends it. */
  lobby(on: boolean): void {
    this.#lobbyWatchers += on ? 1 : -1;
    if (this.#lobbyWatchers === (on ? 1 : 0)) this.send({ type: "watch_lobby", on });
  }

  goodRoads(on: boolean): void {
    this.#watchesGoodRoads = on;
    this.send({ type: "watch_good_roads", on });
  }

  resume(): void {
    if (this.#lobbyWatchers > 0) this.send({ type: "watch_lobby", on: true });
    if (this.#watchesGoodRoads) this.send({ type: "watch_good_roads", on: true });
  }
}
