/** Chips in the air: from the rail to a field, home when refused, to the dealer when lost, to the meter when won. */
import { CURVE, duration, motionOf, type MS } from "../screen/motion";
import { settings } from "../settings/settings.svelte";

export interface Flight {
  readonly id: number;
  readonly worth: number;
  readonly from: DOMRect;
  readonly to: DOMRect;
  readonly ms: number;
  readonly delayMs: number;
  readonly curve: string;
  readonly lands: boolean; // swells a little where it comes down
}

const FLIGHTS_MAX = 60;

/** Where things stand on the screen, by the name an element carries in `data-anchor`. */
export function anchor(name: string): DOMRect | null {
  const element = document.querySelector(`[data-anchor="${CSS.escape(name)}"]`);
  return element?.getBoundingClientRect() ?? null;
}

class Flights {
  all = $state.raw<readonly Flight[]>([]);
  #next = 0;

  /** Nothing flies for who wants no movement, nor while nobody looks. */
  send(from: string, to: string, worth: number, name: keyof typeof MS, delayMs = 0, curve: string = CURVE.chip): void {
    const motion = motionOf(settings.motion);
    if (motion === "still" || document.hidden || this.all.length >= FLIGHTS_MAX) return;
    const [start, end] = [anchor(from), anchor(to)];
    if (!start || !end) return;
    const flight = {
      id: this.#next++,
      worth,
      from: start,
      to: end,
      ms: duration(name, motion),
      delayMs,
      curve,
      lands: curve === CURVE.chip,
    };
    this.all = [...this.all, flight];
  }

  landed(flight: Flight): void {
    this.all = this.all.filter((each) => each !== flight);
  }
}

export const flights = new Flights();
