/**
 * The sound of paper: one grain per distance travelled, so that a quick pull rustles and a slow one whispers. The more
 * paper is bent, the louder it is. A pip that comes over the fold ticks.
 */
import { play, vibrate } from "../sound/play";

const GRAIN_PX = 16;
const GRAIN_MS = 55;
const LOUD_PX_A_MS = 1.4;

export class PaperSound {
  #pull = 0;
  #at = 0;
  #pips = 0;

  /** `amount`: how much of the card is bent, from 0 to 1. */
  pulled(pull: number, amount: number, now: number): void {
    const way = Math.abs(pull - this.#pull);
    const ms = now - this.#at;
    if (way < GRAIN_PX || ms < GRAIN_MS) return;
    [this.#pull, this.#at] = [pull, now];
    const haste = Math.min(1, way / Math.min(ms, 400) / LOUD_PX_A_MS);
    play("paper", (0.25 + 0.75 * haste) * (0.5 + 0.5 * Math.min(1, amount)));
  }

  /** One tick for a row of pips, however many are in it. */
  seen(pips: number): void {
    if (pips > this.#pips) {
      play("pip");
      vibrate("pip");
    }
    this.#pips = pips;
  }
}
