/** Taps on one field within a quarter of a second are sent as one command; until then the chips show as pending. */
export const BATCH_MS = 250;

interface Batch {
  readonly place: string;
  readonly bet: string;
  readonly stake: number;
}

export class TapBatches {
  all = $state.raw<readonly Batch[]>([]);

  constructor(private readonly send: (place: string, bet: string, stake: number) => void) {}

  /** `atOnce`: betting is about to close. */
  add(place: string, bet: string, stake: number, atOnce: boolean): void {
    const before = this.all.find((each) => each.place === place && each.bet === bet);
    if (before) {
      this.all = this.all.map((each) => (each === before ? { ...each, stake: each.stake + stake } : each));
    } else {
      this.all = [...this.all, { place, bet, stake }];
      setTimeout(() => this.#send(place, bet), atOnce ? 0 : BATCH_MS);
    }
  }

  on(place: string, bet: string): number {
    return this.all.find((each) => each.place === place && each.bet === bet)?.stake ?? 0;
  }

  /** Called before any other command of the table, so that commands arrive in the order they were made. */
  flush(place: string): void {
    for (const each of this.all) if (each.place === place) this.#send(place, each.bet);
  }

  #send(place: string, bet: string): void {
    const gathered = this.all.find((each) => each.place === place && each.bet === bet);
    if (!gathered) return;
    this.all = this.all.filter((each) => each !== gathered);
    this.send(place, bet, gathered.stake);
  }
}
