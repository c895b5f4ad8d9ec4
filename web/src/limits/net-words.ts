/** A net result with its sign: +120, −35, 0. */
import { money } from "../format/figures";

export function netWords(units: number): string {
  return `${units > 0 ? "+" : units < 0 ? "−" : ""}${money(Math.abs(units))}`;
}
