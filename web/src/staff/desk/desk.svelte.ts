/**
 * What the desk shows: the people found, the patron chosen, a day of the statement and one round of it. Everything is
 * read again after each deed, so the screen never runs ahead of the books.
 */
import type { DeskPatron, Found, NamedLine, RoundExplained, StatementView } from "../../wire/rest.generated";
import { told } from "../link/refusals.svelte";
import { explained, findPatrons, patronOf, statementOf } from "./api";

const TYPING_MS = 200;

class Desk {
  text = $state("");
  found = $state.raw<Found | null>(null);
  patron = $state.raw<DeskPatron | null>(null);
  statement = $state.raw<StatementView | null>(null);
  day = $state("");
  round = $state.raw<RoundExplained | null>(null);
  isBusy = $state(false);
  #typing: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  type(text: string): void {
    this.text = text;
    clearTimeout(this.#typing);
    if (text.trim() === "") this.found = null;
    else this.#typing = setTimeout(() => void this.find(), TYPING_MS);
  }

  async find(): Promise<void> {
    clearTimeout(this.#typing);
    const wanted = this.text.trim();
    if (wanted === "") return;
    const asked = (this.#asked += 1);
    const found = await told(findPatrons(wanted));
    if (asked === this.#asked && found !== null) this.found = found;
  }

  /** Another patron: today's statement, and no round. */
  async open(id: string): Promise<void> {
    this.patron = null;
    this.statement = null;
    this.round = null;
    this.day = "";
    const statement = await this.refresh(id);
    const last = this.found?.round ?? statement?.lines.find((line) => line.kind === "round");
    if (last) await this.explain(last.table, last.shoe, last.round);
  }

  async refresh(id = this.patron?.id ?? ""): Promise<StatementView | null> {
    if (id === "") return null;
    const [patron, statement] = await Promise.all([told(patronOf(id)), told(statementOf(id, this.day, null))]);
    if (patron !== null) this.patron = patron;
    if (statement !== null) this.statement = statement;
    return statement;
  }

  async turnTo(day: string): Promise<void> {
    this.day = day;
    this.statement = (this.patron && (await told(statementOf(this.patron.id, day, null)))) ?? this.statement;
  }

  /** Lines before those on the screen. */
  async earlier(): Promise<void> {
    const { patron, statement } = this;
    if (!patron || !statement?.next) return;
    const page = await told(statementOf(patron.id, this.day, statement.next));
    if (page === null) return;
    const lines = [...statement.lines, ...page.lines];
    const [staked, returned] = [statement.staked + page.staked, statement.returned + page.returned];
    this.statement = { ...page, lines, closing: statement.closing, staked, returned };
  }

  async explain(table: string, shoe: number, round: number): Promise<void> {
    this.round = (await told(explained(table, shoe, round, this.patron?.id ?? ""))) ?? this.round;
  }

  isExplained(line: NamedLine): boolean {
    const round = this.round?.round;
    return (
      round !== undefined &&
      (line.kind === "round" || line.kind === "round_changed") &&
      [line.table, line.shoe, line.round].join() === [round.table, round.shoe, round.round].join()
    );
  }

  /** Does a deed, then reads everything again. Whether it was done. */
  async does(deed: Promise<unknown>): Promise<boolean> {
    this.isBusy = true;
    const isDone = (await deed) !== null;
    if (isDone) await this.refresh();
    this.isBusy = false;
    return isDone;
  }
}

export const desk = new Desk();
