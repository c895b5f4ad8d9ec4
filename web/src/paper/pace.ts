/**
 * Whether this device is fast enough to bend paper. The first frames of the first pulls are timed; if they are
 * too slow, cards are folded plainly with CSS layers from then on.
 */
const FRAMES_LOOKED_AT = 24;
const FRAMES_SKIPPED = 3; // they include rendering the pictures
const SLOW_MS = 28; // under about 36 frames a second

export type Drawing = "auto" | "paper" | "plain";

export class PaperPace {
  #last = 0;
  #intervals: number[] = [];
  isSlow = false;

  frame(now: number): void {
    const interval = now - this.#last;
    this.#last = now;
    if (interval > 250 || this.#intervals.length >= FRAMES_LOOKED_AT) return; // a rest, not a frame
    this.#intervals.push(interval);
    if (this.#intervals.length === FRAMES_LOOKED_AT)
      this.isSlow = middleOf(this.#intervals.slice(FRAMES_SKIPPED)) > SLOW_MS;
  }
}

function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export const paperPace = new PaperPace();
