/** The band's phase, and what the ring counts: seconds left, seconds on this card, seconds stopped. */
import { SLOW_CARD_MS } from "../../wire/protocol/thresholds.generated";
import type { ConsoleState } from "../../wire/protocol.generated";
import { PHASE_WORDS, type BandPhase } from "../kit/phases";
import { stopWords } from "./stop-words";

const HURRY_SECONDS = 5;
const MINUTE_MS = 60_000;

export function bandOf(state: ConsoleState, secondsLeft: number | null): { phase: BandPhase; words: string } {
  if (state.stop) return { phase: "paused", words: `Stopped: ${stopWords(state.stop).short}` };
  const phase = phaseOf(state, secondsLeft);
  if (state.next_step === "confirm_result") return { phase, words: "Confirm" };
  if (state.phase === "ready") return { phase, words: "Ready" };
  if (state.phase === "burn") return { phase, words: "Burn" };
  if (state.phase === "squeezing") return { phase, words: "Squeeze" };
  return { phase, words: PHASE_WORDS[phase] };
}

function phaseOf(state: ConsoleState, secondsLeft: number | null): BandPhase {
  switch (state.phase) {
    case "betting":
      return secondsLeft !== null && secondsLeft <= HURRY_SECONDS ? "hurry" : "betting";
    case "dealing":
      return state.player.cards.length === 0 ? "closed" : "dealing";
    case "squeezing":
      return "dealing";
    case "ready":
    case "result":
      return "result";
    case "burn":
    case "shoe_change":
      return "shoe";
  }
}

export type RingView = {
  readonly figure: string;
  readonly part: number;
  readonly tone: "tie" | "player" | "warn" | "bad" | "ink";
  readonly label: string;
};

export function ringOf(state: ConsoleState, now: number): RingView {
  if (state.stop) {
    const passed = Math.max(0, now - state.stop.since);
    return { figure: seconds(passed), part: passed / MINUTE_MS, tone: "bad", label: "seconds stopped" };
  }
  if (state.ends_at !== null) {
    const left = Math.max(0, state.ends_at - now);
    const whole = Math.max(1, state.ends_at - state.phase_since);
    const tone = left <= HURRY_SECONDS * 1000 ? "warn" : "tie";
    return { figure: String(Math.ceil(left / 1000)), part: left / whole, tone, label: "seconds left" };
  }
  const passed = Math.max(0, now - state.phase_since);
  const isSlow = state.phase === "dealing" && passed >= SLOW_CARD_MS;
  const label = state.phase === "dealing" ? "seconds on this card" : "seconds in this phase";
  return { figure: seconds(passed), part: passed / MINUTE_MS, tone: isSlow ? "warn" : "player", label };
}

/** Up to ten minutes in seconds; nobody reads more of them. */
function seconds(ms: number): string {
  return ms < 10 * MINUTE_MS ? String(Math.floor(ms / 1000)) : "–";
}
