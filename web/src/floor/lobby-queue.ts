/**
 * Spreads lobby changes over frames. The server sends several tables at once, four times a second; drawing all of them
 * together would drop a frame, and one after the other nobody sees the difference.
 */
import type { LobbyChange } from "../wire/protocol.generated";

const FRAMES_AT_MOST = 12; // all drawn within a fifth of a second, before the next batch arrives

export class LobbyQueue {
  #waiting: LobbyChange[] = [];
  #eachFrame = 1;
  #isAsked = false;

  constructor(
    private readonly apply: (change: LobbyChange) => void,
    private readonly nextFrame: (then: () => void) => void = (then) => void requestAnimationFrame(then),
    private readonly isSeen: () => boolean = () => document.visibilityState === "visible",
  ) {}

  add(change: LobbyChange): void {
    this.#waiting.push(change);
    this.#eachFrame = Math.max(this.#eachFrame, Math.ceil(this.#waiting.length / FRAMES_AT_MOST));
    if (!this.isSeen())
      this.#tell(this.#waiting.length); // a hidden page has no frames
    else this.#askForFrame();
  }

  /** A new snapshot of the lobby makes the queued changes obsolete. */
  forget(): void {
    this.#waiting = [];
  }

  #askForFrame(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.nextFrame(() => {
      this.#isAsked = false;
      this.#tell(this.#eachFrame);
      if (this.#waiting.length > 0) this.#askForFrame();
      else this.#eachFrame = 1;
    });
  }

  #tell(count: number): void {
    for (const change of this.#waiting.splice(0, count)) this.apply(change);
  }
}
