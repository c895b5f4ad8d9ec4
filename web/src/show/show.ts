/**
 * The clock of the show. Every message passes through it on its way to the view, so that the view only knows what has
 * been shown: no part of the screen can give away a result before the cards do. Messages driven by the table's clock
 * are never held back; on those, and when nobody was watching, the show catches up at once.
 */
import type { ServerMessage } from "../wire/protocol.generated";
import { device } from "../screen/slow-device.svelte";
import { placeOf } from "../state/table-view";
import { TableShow, type Behind } from "./table-show";
import { isInSteps, type Step } from "./steps";
import type { Told } from "../state/told";

/** The browser's frames: steps start on a frame, as animations do. */
export interface Frames {
  readonly now: () => number;
  readonly next: (then: (now: number) => void) => void;
  readonly isSeen: () => boolean; // a hidden page has no frames
}

export const BROWSER_FRAMES: Frames = {
  now: () => performance.now(),
  next: (then) => void requestAnimationFrame(then),
  isSeen: () => document.visibilityState === "visible",
};

type StepsOf = (message: ServerMessage, place: string, pace: number) => readonly Step[];

export class Show {
  #tables = new Map<string, TableShow>();
  #missed = new Set<string>(); // places that are replaying missed messages
  #isAsked = false;

  constructor(
    private readonly tell: (told: Told) => void,
    private readonly stepsOf: StepsOf,
    private readonly frames: Frames = BROWSER_FRAMES,
  ) {}

  receive(message: ServerMessage): void {
    switch (message.type) {
      case "purse":
      case "lobby": // both know results whose cards are still being shown here
      case "good_roads_now":
      case "reality_check":
      case "play_is_over":
        return this.afterAll(() => this.tell(message));
      case "welcome":
      case "pong":
      case "floor_away":
      case "problem":
      case "answer":
      case "card_bent":
      case "reacted":
      case "floor_watch":
        return this.tell(message);
      case "table_opened":
      case "table_closed": {
        const place = placeOf(message.type === "table_opened" ? message.info.table : message.table);
        this.#tables.get(place)?.drop();
        if (message.type === "table_opened") this.#tables.set(place, this.#newShow(place));
        else this.#tables.delete(place);
        return this.tell(message);
      }
      case "table_resumed":
        this.#missed.add(placeOf(message.table));
        return this.#atOnce(message);
      case "seat":
        this.#missed.delete(placeOf(message.table)); // ends the replay of missed messages
        return this.#inOrder(message);
      case "betting_opened":
      case "betting_closed":
      case "round_cancelled":
      case "shoe_ended":
      case "shoe_abandoned":
      case "table_paused":
      case "table_resumes":
        return this.#atOnce(message);
      default:
        return this.#inOrder(message);
    }
  }

  /** Runs once everything received so far has been shown. */
  afterAll(then: Behind): void {
    const now = this.frames.now();
    const under = [...this.#tables.values()].filter((table) => !table.isOver);
    if (under.length === 0) return then();
    let left = under.length;
    for (const table of under) table.add(() => (--left === 0 ? then() : undefined), now);
  }

  /** Nobody was watching, or the connection is gone: applies everything at once. */
  catchUp(): void {
    for (const table of this.#tables.values()) this.#tellAll(table);
  }

  forget(): void {
    this.#tables.clear();
    this.#missed.clear();
  }

  #newShow(place: string): TableShow {
    return new TableShow((message, pace) => this.stepsOf(message, place, pace));
  }

  #atOnce(message: ServerMessage & { readonly table: string }): void {
    const table = this.#tables.get(placeOf(message.table));
    if (table) this.#tellAll(table);
    this.tell(message);
  }

  #inOrder(message: ServerMessage & { readonly table: string }): void {
    const place = placeOf(message.table);
    const table = this.#tables.get(place);
    const now = this.frames.now();
    if (!table || (table.isIdle(now) && !isInSteps(message))) return this.tell(message);
    table.add(message, now);
    if (this.#missed.has(place) || !this.frames.isSeen()) this.#tellAll(table);
    else this.#askForFrame();
  }

  #tellAll(table: TableShow): void {
    for (const told of table.catchUp()) this.tell(told);
  }

  #askForFrame(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.frames.next((now) => {
      device.note(now);
      this.#isAsked = false;
      for (const table of [...this.#tables.values()]) this.#play(table, now);
      if ([...this.#tables.values()].some((table) => !table.isOver)) this.#askForFrame();
    });
  }

  #play(table: TableShow, now: number): void {
    if (table.isGivenUp(now)) return this.#tellAll(table);
    for (let told = table.next(now); told; told = table.next(now)) this.tell(told);
  }
}
