/**
 * Whether this device is too slow for what is only ornament: beam, lamps, weave, the dealer's movements, high stacks of
 * others. Small devices with few cores count as slow from the start; any other once three frames within a second took
 * too long. It does not change back.
 */
const LONG_MS = 24;
const LONG_AT_MOST = 2; // within a second
const SECOND_MS = 1_000;
const PAUSE_MS = 250; // no frame was asked for
const SMALL = { cores: 4, width: 500 } as const;

export class FrameWatch {
  #last: number | null = null;
  #long: number[] = [];

  /** Notes that a frame began; tells whether frames are too slow. */
  note(now: number): boolean {
    const took = this.#last === null ? 0 : now - this.#last;
    this.#last = now;
    if (took > LONG_MS && took < PAUSE_MS) this.#long.push(now);
    this.#long = this.#long.filter((at) => now - at < SECOND_MS);
    return this.#long.length > LONG_AT_MOST;
  }
}

export function isSmall(cores: number, width: number): boolean {
  return cores <= SMALL.cores && width < SMALL.width;
}

class Device {
  isSlow = $state(typeof innerWidth === "number" && isSmall(navigator.hardwareConcurrency, innerWidth));
  readonly #frames = new FrameWatch();

  /** Called with each frame of the show: only then does it matter. */
  note(now: number): void {
    if (!this.isSlow && this.#frames.note(now)) this.isSlow = true;
  }
}

export const device = new Device();
