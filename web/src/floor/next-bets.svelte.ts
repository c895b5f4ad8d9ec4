/**
 * Chips placed while betting is closed between rounds. They wait on this screen and leave it as one command when betting
 * opens; the server decides. Nothing is sent late: chips that lose their chance are dropped, and the patron is told once.
 */
import type { TableView } from "../state/table-view";

export type Stakes = readonly (readonly [bet: string, stake: number])[];

export type WhyDropped = "connection_was_lost" | "no_longer_fits"; // cashed out, table left, chance missed

/** Whether a chip placed now may wait. While cards are dealt it may not: that tap was meant for the running round. */
export function mayWait(view: TableView): boolean {
  return view.seat !== null && view.paused === null && (view.phase === "result" || view.phase === "shoe_change");
}

export class NextBets {
  all = $state.raw<Readonly<Record<string, Stakes>>>({}); // by place

  constructor(
    private readonly send: (place: string, stakes: Stakes) => void,
    private readonly tellDropped: (place: string, why: WhyDropped) => void,
  ) {}

  of(place: string): Stakes {
    return this.all[place] ?? [];
  }

  on(place: string, bet: string): number {
    return this.of(place).find(([each]) => each === bet)?.[1] ?? 0;
  }

  add(place: string, bet: string, stake: number): void {
    const waits = this.on(place, bet);
    const others = this.of(place).filter(([each]) => each !== bet);
    this.all = { ...this.all, [place]: [...others, [bet, waits + stake]] };
  }

  /** By the patron's own hand, so nothing is said. */
  clear(place: string, bet: string | null = null): void {
    const { [place]: stakes = [], ...others } = this.all;
    const left = bet === null ? [] : stakes.filter(([each]) => each !== bet);
    this.all = left.length > 0 ? { ...others, [place]: left } : others;
  }

  /** After each message: sends what may be placed now, drops what no longer may. */
  follow(tables: readonly TableView[]): void {
    for (const place of Object.keys(this.all)) {
      const view = tables.find((table) => table.id === place);
      if (!view?.seat) this.#drop(place, "no_longer_fits");
      else if (view.paused !== null) continue;
      else if (view.phase === "betting") this.#place(place);
      else if (!mayWait(view)) this.#drop(place, "no_longer_fits");
    }
  }

  dropAll(why: WhyDropped): void {
    for (const place of Object.keys(this.all)) this.#drop(place, why);
  }

  #place(place: string): void {
    const stakes = this.of(place);
    this.clear(place);
    this.send(place, stakes);
  }

  #drop(place: string, why: WhyDropped): void {
    this.clear(place);
    this.tellDropped(place, why);
  }
}
