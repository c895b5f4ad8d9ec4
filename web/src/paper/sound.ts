/** The sound of paper: one grain per distance travelled, so that a quick pull rustles and a slow one whispers. */
import { play } from "../sound/play";

const GRAIN_PX = 22;
const GRAIN_MS = 70;

export class PaperSound {
  #pull = 0;
  #at = 0;

  pulled(pull: number, now: number): void {
    if (Math.abs(pull - this.#pull) < GRAIN_PX || now - this.#at < GRAIN_MS) return;
    [this.#pull, this.#at] = [pull, now];
    play("paper");
  }
}
