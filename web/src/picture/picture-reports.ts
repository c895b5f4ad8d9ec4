/**
 * What a patron's screen tells the server of its picture: by which way it comes and how late, the worst of half a minute.
 * At first, before anything plays; when the way changes; when the picture has fallen further behind; and every ten
 * seconds. Cards are told to nobody at the table before the slowest way in use shows them.
 */
import type { SeePicture } from "../wire/protocol.generated";

export type Way = NonNullable<SeePicture["by"]>;
export type SeenPicture = Required<Omit<SeePicture, "type" | "table">>;

const WORST_OF_MS = 30_000;
const EVERY_MS = 10_000;
const SOONEST_MS = 1_000; // after the one before
const BEHIND_MS = 100; // that are told at once

export class PictureReports {
  private readings: { readonly at: number; readonly delay: number }[] = [];
  private told: (SeenPicture & { readonly at: number }) | null = null;

  constructor(private readonly tell: (seen: SeenPicture) => void) {}

  /** Called often. */
  look(by: Way | null, delay: number | null, now: number): void {
    if (by !== this.told?.by) this.readings = [];
    if (delay !== null) this.readings.push({ at: now, delay });
    this.readings = this.readings.filter(({ at }) => now - at <= WORST_OF_MS);
    const worst = this.readings.length ? Math.round(Math.max(...this.readings.map((each) => each.delay))) : null;
    if (this.isDue(by, worst, now)) this.say(by, worst, now);
  }

  /** The picture is hidden, or the table left. */
  end(): void {
    if (this.told?.by) this.say(null, null, 0);
  }

  private isDue(by: Way | null, worst: number | null, now: number): boolean {
    if (by !== (this.told?.by ?? null)) return true;
    if (!this.told || by === null) return false;
    const since = now - this.told.at;
    const hasFallenBehind = worst !== null && worst > (this.told.delay_ms ?? -Infinity) + BEHIND_MS;
    return since >= EVERY_MS || (since >= SOONEST_MS && hasFallenBehind);
  }

  private say(by: Way | null, worst: number | null, now: number): void {
    this.told = { by, delay_ms: worst, at: now };
    this.tell({ by, delay_ms: worst });
  }
}
