const GRAINS = [100, 10]; // whole units and tenths of an amount in cents

/** An amount that counts up to what it is, fast at first, in no finer steps than its ends: no cents between 0 and 25. */
export class CountUp {
  shown = $state(0);
  #target: number;
  #at: number;
  #frame = 0;

  constructor(from: number) {
    this.shown = this.#at = this.#target = from;
  }

  get target(): number {
    return this.#target;
  }

  /** In no time: at once. */
  to(target: number, ms: number): void {
    cancelAnimationFrame(this.#frame);
    this.#target = target;
    const [from, began] = [this.#at, performance.now()];
    const grain = GRAINS.find((each) => target % each === 0 && from % each === 0) ?? 1;
    const step = (now: number): void => {
      const left = ms > 0 ? Math.min(1, Math.max(0, 1 - (now - began) / ms)) : 0;
      this.shown = this.#at = left > 0 ? grain * Math.round((target + (from - target) * left ** 3) / grain) : target;
      if (left > 0) this.#frame = requestAnimationFrame(step);
    };
    step(began);
  }
}
