/**
 * A scanner that is plugged in as a keyboard types its code quickly and ends with Enter. Keys are held back for a moment:
 * a burst that ends with Enter is a scan, anything slower is a person typing. So a scan never presses the primary button
 * and never ends up in a field that happens to have the focus.
 */
export const GAP_MS = 50; // a person is slower between two keys, a scanner faster
const CODE_MIN = 2; // letters: a card as text, `9h`
const CODE_MAX = 64;

export type Heard = {
  /** keys that a person pressed, in order, to be handled now */
  readonly typed: readonly string[];
  readonly scan: string | null;
};

const NOTHING: Heard = { typed: [], scan: null };

export class WedgeBuffer {
  #held = "";
  #lastAt = -Infinity;

  press(key: string, at: number): Heard {
    const before = at - this.#lastAt > GAP_MS ? this.#release() : [];
    this.#lastAt = at;
    if (key.length === 1 && this.#held.length < CODE_MAX) {
      this.#held += key;
      return before.length ? { typed: before, scan: null } : NOTHING;
    }
    if (key === "Enter" && this.#held.length >= CODE_MIN) {
      const scan = this.#held;
      this.#held = "";
      return { typed: before, scan };
    }
    return { typed: [...before, ...this.#release(), key], scan: null };
  }

  /** Call it when `GAP_MS` have passed: what is still held was typed by a person. */
  silence(at: number): Heard {
    return at - this.#lastAt > GAP_MS ? { typed: this.#release(), scan: null } : NOTHING;
  }

  #release(): string[] {
    const keys = this.#held.split("");
    this.#held = "";
    return keys;
  }
}
