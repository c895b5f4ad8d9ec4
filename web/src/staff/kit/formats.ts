/** Figures and times as staff read them: in English, money in full with thousands, ages from the oldest. */
import { feed } from "../link/feed.svelte";

const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const MINUTE_MS = 60_000;

/** Money, from the smallest unit: "4,705", "12.50", "−95". */
export function money(units: number): string {
  const digits = feed.house?.currency_digits ?? 2;
  const value = Math.abs(units) / 10 ** digits;
  const fraction = Number.isInteger(value) ? 0 : digits;
  const words = value.toLocaleString("en", { minimumFractionDigits: fraction, maximumFractionDigits: fraction });
  return units < 0 ? `−${words}` : words;
}

/** A difference always carries its sign: "+610", "−150"; nothing changed is "0". */
export function difference(units: number): string {
  return units > 0 ? `+${money(units)}` : money(units);
}

export function whole(value: number): string {
  return value < 0 ? `−${WHOLE.format(-value)}` : WHOLE.format(value);
}

/** From the house's side: "+2.1 σ". */
export function sigma(value: number): string {
  const size = Math.abs(value).toFixed(1);
  return size === "0.0" ? "0.0 σ" : `${value > 0 ? "+" : "−"}${size} σ`;
}

/** "0:26", "5:24", "61:02". */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** "0.2 s", "4 s", "3 min". */
export function span(ms: number): string {
  if (ms < 0) return span(0);
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 2 * MINUTE_MS ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / MINUTE_MS)} min`;
}

/** "21:42". */
export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** "22:06:41". */
export function exactTime(at: number): string {
  return new Date(at).toLocaleTimeString("en-GB");
}

/** "17 Nov 2026". */
export function date(at: number): string {
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}
