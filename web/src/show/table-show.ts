/**
 * The show of one table: its messages queue behind its cards. It has no clock of its own: the caller
 * asks what is due. A late show hurries, and whatever nobody watched is not replayed.
 */
import type { ServerMessage } from "../wire/protocol.generated";
import type { Step } from "./steps";
import type { Told } from "../state/told";

const LATE_MS = 250; // beyond this, cards come briskly
const VERY_LATE_MS = 700; // beyond this, as fast as possible: the table's clock leaves no more time
export const GIVEN_UP_MS = 5_000; // the device slept, or the window got no frames
const BRISK = 0.6;
const HASTE = 0.3;

/** A callback that waits until everything before it has been shown. */
export type Behind = () => void;

interface Waiting {
  readonly what: ServerMessage | Behind;
  readonly arrivedAt: number;
}

export class TableShow {
  #waiting: Waiting[] = [];
  #steps: Step[] = []; // remaining steps of the current message
  #told: { readonly at: number; readonly lasts: number } | null = null; // a step not yet drawn by a frame
  #freeAt = 0; // when the current step ends

  constructor(private readonly stepsOf: (message: ServerMessage, pace: number) => readonly Step[]) {}

  get isOver(): boolean {
    return this.#waiting.length === 0 && this.#steps.length === 0;
  }

  isIdle(now: number): boolean {
    return this.isOver && this.#told === null && now >= this.#freeAt;
  }

  add(what: ServerMessage | Behind, now: number): void {
    this.#waiting.push({ what, arrivedAt: now });
  }

  isGivenUp(now: number): boolean {
    const first = this.#waiting[0];
    return first !== undefined && now - first.arrivedAt > GIVEN_UP_MS;
  }

  /** The next item that is due, if any; call until there is none. */
  next(now: number): Told | null {
    if (this.#told && now > this.#told.at) {
      this.#freeAt = now + this.#told.lasts; // an animation starts with the first frame that draws it, however late
      this.#told = null;
    }
    while (this.#told === null && now >= this.#freeAt) {
      const step = this.#steps.shift();
      if (step) {
        if (step.told === null) this.#freeAt = now + step.lasts;
        else if (step.lasts > 0) this.#told = { at: now, lasts: step.lasts };
        if (step.told !== null) return step.told;
      } else {
        const waiting = this.#waiting.shift();
        if (!waiting) return null;
        if (typeof waiting.what === "function") waiting.what();
        else this.#steps = [...this.stepsOf(waiting.what, paceOf(now - waiting.arrivedAt))];
      }
    }
    return null;
  }

  /** Everything left, to be applied at once. */
  *catchUp(): Generator<Told> {
    [this.#told, this.#freeAt] = [null, 0];
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) if (step.told !== null) yield step.told;
    for (let waiting = this.#waiting.shift(); waiting; waiting = this.#waiting.shift()) {
      if (typeof waiting.what === "function") waiting.what();
      else yield waiting.what;
    }
  }

  /** A snapshot replaces the queued messages of the table; callbacks still run. */
  drop(): void {
    const waiting = this.#waiting;
    [this.#waiting, this.#steps, this.#told, this.#freeAt] = [[], [], null, 0];
    for (const { what } of waiting) if (typeof what === "function") what();
  }
}

function paceOf(lateMs: number): number {
  if (lateMs > VERY_LATE_MS) return HASTE;
  return lateMs > LATE_MS ? BRISK : 1;
}
