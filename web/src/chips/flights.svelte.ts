/** Chips in flight: from the rail to a field, back when refused, to the dealer when lost, to the meter when won. */
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
  readonly lands: boolean; // swells slightly on landing
}

const FLIGHTS_MAX = 60;

/** Where elements are on the screen, by the name in their `data-anchor`. */
export function anchor(name: string): DOMRect | null {
  const element = document.querySelector(`[data-anchor="${CSS.escape(name)}"]`);
  return element?.getBoundingClientRect() ?? null;
}

class Flights {
  all = $state.raw<readonly Flight[]>([]);
  #next = 0;

  /** Nothing flies with motion turned off or while the page is hidden. */
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
