/** What is said at a table, read again every few seconds while a console shows it. */
import { ask } from "../../wire/request";
import type { Talk } from "../../wire/rest.generated";

const READ_EVERY_MS = 3_000;

export class TalkWatch {
  talk = $state.raw<Talk | null>(null);
  readonly #table: string;

  constructor(table: string) {
    this.#table = table;
  }

  /** Until the answer to this call is called. */
  start(): () => void {
    void this.read();
    const timer = setInterval(() => void this.read(), READ_EVERY_MS);
    return () => clearInterval(timer);
  }

  async read(): Promise<void> {
    const answer = await ask<Talk>("GET", `/api/staff/tables/${this.#table}/talk`);
    if (answer.ok) this.talk = answer.value;
  }
}
