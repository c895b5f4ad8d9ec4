import { expect, test } from "vitest";
import type { Limits } from "../wire/rest.generated";
import { typedLimits, wantedLimits } from "./typed-limits";

const limit = (now: number | null, next: number | null = null, next_at: number | null = null) => ({
  now,
  next,
  next_at,
});
const LIMITS = {
  loss_a_day: limit(50_000, 90_000, 1_800_000_000_000),
  stake_a_day: limit(null),
  session_minutes: limit(60),
  reality_check_minutes: null,
} as Limits;
const SHOWN = typedLimits(LIMITS, 100);

test.each([
  [{}, {}],
  [{ minutes: "30" }, { session_minutes: 30 }],
  [{ minutes: "" }, { session_minutes: null }],
  [{ loss: "500" }, {}],
  [{ loss: "250.50" }, { loss_a_day: 25_050 }],
  [
    { stake: "1000", check: "20" },
    { stake_a_day: 100_000, reality_check_minutes: 20 },
  ],
  [{ loss: 500, minutes: null }, { session_minutes: null }], // bound from number inputs
])("typed %j asks for %j", (typed, wanted) => {
  expect(wantedLimits({ ...SHOWN, ...typed }, LIMITS, 100)).toEqual(wanted);
});
