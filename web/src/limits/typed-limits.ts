/** A patron's limits as typed into the form, and the change to send: only the fields that were edited. */
import type { Limits, WantedLimits } from "../wire/rest.generated";

export interface TypedLimits {
  loss: Typed;
  stake: Typed;
  minutes: Typed;
  check: Typed;
}

type Typed = string | number | null; // a number input binds a number, or null when empty

/** `units`: how many make up one unit of currency. */
export function typedLimits(limits: Limits, units: number): TypedLimits {
  const inCurrency = (value: number | null): string => (value === null ? "" : String(value / units));
  return {
    loss: inCurrency(limits.loss_a_day.now),
    stake: inCurrency(limits.stake_a_day.now),
    minutes: String(limits.session_minutes.now ?? ""),
    check: String(limits.reality_check_minutes ?? ""),
  };
}

/** An unchanged limit is left out: sending it would cancel a looser one that is still pending. */
export function wantedLimits(typed: TypedLimits, limits: Limits, units: number): WantedLimits {
  const shown = typedLimits(limits, units);
  const number = (text: Typed, factor: number): number | null =>
    String(text ?? "").trim() === "" ? null : Math.round(Number(text) * factor);
  const changed = (name: keyof TypedLimits): boolean => String(typed[name] ?? "").trim() !== shown[name];
  return {
    ...(changed("loss") && { loss_a_day: number(typed.loss, units) }),
    ...(changed("stake") && { stake_a_day: number(typed.stake, units) }),
    ...(changed("minutes") && { session_minutes: number(typed.minutes, 1) }),
    ...(changed("check") && { reality_check_minutes: number(typed.check, 1) }),
  };
}
