/**
 * A table as its wall display knows it, asked for every second. The display has no log-in, so it is told what anybody
 * may see, and cards only when patrons are told them.
 */
import type { TableOpened } from "../../wire/protocol.generated";
import { ask } from "../../wire/request";
import type { LobbyAnswer } from "../../wire/rest.generated";

const EVERY_MS = 1_000;
const TICK_MS = 250;
const LOST_AFTER_MS = 4_000;

export class ShownTable {
  readonly table: string;
  shown = $state.raw<TableOpened | null>(null);
  floor = $state.raw<LobbyAnswer | null>(null);
  isUnknown = $state(false);
  nowMs = $state(Date.now());
  #offsetMs = 0;
  #heardAt = $state(Date.now());

  constructor(table: string) {
    this.table = table;
  }

  get isLost(): boolean {
    return this.nowMs - this.#offsetMs - this.#heardAt > LOST_AFTER_MS;
  }

  get secondsLeft(): number | null {
    const endsAt = this.shown?.state.ends_at ?? null;
    return endsAt === null ? null : Math.max(0, Math.ceil((endsAt - this.nowMs) / 1000));
  }

  /** Polls until the answer to this call is called. */
  follow(): () => void {
    void this.#askFloor();
    void this.poll();
    const asking = setInterval(() => void this.poll(), EVERY_MS);
    const ticking = setInterval(() => (this.nowMs = Date.now() + this.#offsetMs), TICK_MS);
    return () => {
      clearInterval(asking);
      clearInterval(ticking);
    };
  }

  async poll(): Promise<void> {
    const answer = await ask<TableOpened>("GET", `/api/tables/${encodeURIComponent(this.table)}/display`);
    if (!answer.ok) {
      this.isUnknown = answer.problem.name === "table_is_unknown";
      return;
    }
    this.#heardAt = Date.now();
    this.#offsetMs = answer.value.server_time - this.#heardAt;
    this.isUnknown = false;
    this.shown = answer.value;
  }

  async #askFloor(): Promise<void> {
    const answer = await ask<LobbyAnswer>("GET", "/api/lobby");
    if (answer.ok) this.floor = answer.value;
    else setTimeout(() => void this.#askFloor(), EVERY_MS);
  }
}
