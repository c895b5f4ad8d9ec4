/**
 * What the console says to the dealer: the headline, and the one large button. The server names the next legal step;
 * this file only has its words.
 */
import type { AwaitedCard, ConsoleHand, ConsoleResult, ConsoleState } from "../../wire/protocol.generated";

export type SideName = "player" | "banker";
export type Step = ConsoleState["next_step"];

export type Headline = {
  /** in capitals and in the side's colour, before the rest */
  readonly side?: SideName;
  readonly title: string;
  readonly line: string;
};

export type Primary = {
  readonly words: string;
  readonly note: string;
  /** nobody presses it: a reader, a supervisor or time does */
  readonly isWaiting: boolean;
};

const SIDES = { player: "Player", banker: "Banker" } as const;

export function sideWords(side: SideName): string {
  return SIDES[side];
}

/** "Player, card 2". */
export function awaitedWords({ side, number }: AwaitedCard): string {
  return `${SIDES[side]}, card ${number}`;
}

export function resultWords({ winner, player, banker }: Omit<ConsoleResult, "round">): string {
  if (winner === "tie") return `Tie, ${totalWords(player)} each`;
  const [won, lost] = winner === "player" ? [player, banker] : [banker, player];
  return `${SIDES[winner]} wins ${totalWords(won)} over ${totalWords(lost)}`;
}

function totalWords({ total }: ConsoleHand): string {
  return total < 0 ? `−${-total}` : String(total);
}

export function headlineOf(state: ConsoleState): Headline {
  const { next_step: step, awaits, burn, last_round: last } = state;
  switch (step) {
    case "tap_in":
      return { title: "No dealer", line: "Tap in with your PIN to deal." };
    case "new_shoe":
      return { title: "New shoe", line: "Remove the old cards, shuffle the new ones once more." };
    case "read_burn":
      return { title: "Burn card", line: "Slide the first card over the reader, face up." };
    case "wait_for_card":
      return awaits
        ? { side: awaits.side, title: `, card ${awaits.number}`, line: "Slide the next card over the reader." }
        : { title: "Next card", line: "Slide the next card over the reader." };
    case "confirm_result":
      return {
        title: state.result ? resultWords(state.result) : "Round complete",
        line: "Check the cards on the felt.",
      };
    case "open_betting":
    case "free_hand":
      return state.round === 0 && burn
        ? { title: burnWords(burn.face_down), line: "Then open the first round of the shoe." }
        : { title: `Round ${state.round + 1}`, line: nextRoundLine(state) };
    case "close_betting":
      return state.is_free_hand
        ? { title: "No-bet round", line: "Nobody bets. Close, then deal." }
        : { title: "Bets are open", line: "Close betting, then deal." };
    case "wait":
      if (state.phase === "squeezing") return { title: "Squeeze", line: "Patrons turn their cards." };
      return last
        ? { title: resultWords(last), line: "Clear the felt." }
        : { title: "One moment", line: "The table goes on by itself." };
    default:
      return { title: "Stopped", line: "See what to do." };
  }
}

function burnWords(faceDown: number): string {
  return faceDown === 0 ? "Burn done" : `Burn ${faceDown} face down`;
}

function nextRoundLine(state: ConsoleState): string {
  if (state.next_step === "free_hand") return "A free hand: no bets are taken.";
  return state.is_last_round ? "The last round of this shoe." : "The felt is clear.";
}

const WAITING: Readonly<Partial<Record<Step, Primary>>> = {
  read_burn: { words: "Waiting for the burn card", note: "the reader presses this", isWaiting: true },
  wait_for_card: { words: "Waiting for the card", note: "the reader presses this", isWaiting: true },
};

const PRESSED: Readonly<Partial<Record<Step, readonly [words: string, note: string]>>> = {
  tap_in: ["Tap in", "with your PIN"],
  new_shoe: ["Confirm new shoe", "two statements"],
  open_betting: ["Open betting", ""],
  free_hand: ["Open free hand", "no bets are taken"],
  close_betting: ["Close betting", ""],
  confirm_result: ["Confirm result", ""],
};

/** What a supervisor does and a dealer waits for. */
const SUPERVISED: Readonly<Partial<Record<Step, readonly [words: string, note: string]>>> = {
  deal_early_card: ["Return late bets, go on", "bets after the card was dealt go back"],
  settle_misdeal: ["Settle the misdeal", ""],
  rebuild: ["Rebuild the hands", "as they really lie"],
  resume: ["Resume", "the round goes on"],
};

const MISDEAL_NOTES = {
  free_hand: "the next round is a free hand",
  next_burn: "the card is burned before the next round",
  cancel: "the round is cancelled, stakes go back",
} as const;

export function primaryOf(state: ConsoleState, isSupervisor: boolean, secondsLeft: number | null): Primary {
  const step = state.next_step;
  const waiting = WAITING[step];
  if (waiting) return waiting;
  const pressed = PRESSED[step];
  if (pressed) {
    const [words, note] = pressed;
    return { words, note: note || noteOf(state, secondsLeft), isWaiting: false };
  }
  const supervised = SUPERVISED[step];
  if (!supervised) return { words: waitWords(state, secondsLeft), note: "by itself", isWaiting: true };
  const [words, note] = supervised;
  if (step === "resume" && state.stop?.may_scan_again) {
    return { words: "Scan again", note: "then slide the card over the reader", isWaiting: false };
  }
  if (isSupervisor) {
    return { words, note: step === "settle_misdeal" ? MISDEAL_NOTES[state.misdeal] : note, isWaiting: false };
  }
  return { words: "A supervisor decides", note: "call one if nobody comes", isWaiting: true };
}

function waitWords(state: ConsoleState, secondsLeft: number | null): string {
  const after = secondsLeft === null ? "" : ` in ${secondsLeft} s`;
  return state.phase === "result" ? `Next round${after}` : `One moment${after}`;
}

function noteOf(state: ConsoleState, secondsLeft: number | null): string {
  switch (state.next_step) {
    case "close_betting":
      return secondsLeft === null ? "stays open until you close it" : `closes by itself in ${secondsLeft} s`;
    case "confirm_result":
      return state.result ? resultWords(state.result) : "";
    case "open_betting":
      return `round ${state.round + 1}`;
    default:
      return "";
  }
}
