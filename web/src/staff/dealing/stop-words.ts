/** A stopped table in words: first what happened, then what was not done, then what to do. */
import type { ConsoleState } from "../../wire/protocol.generated";
import { reasonWords } from "../../words/say.svelte";

export type Stop = NonNullable<ConsoleState["stop"]>;
export type StopReason = Stop["reason"];

export type StopWords = {
  /** in the band, after "Stopped:" */
  readonly short: string;
  /** `{card}` stands for the card's name */
  readonly title: string;
  readonly what: string;
  readonly steps: readonly (readonly [title: string, more: string])[];
  /** the dealer may type the card that lies there */
  readonly mayType: boolean;
};

const LEAVE = ["Leave the card face up where it lies", "Draw no other card."] as const;
const SCAN_AGAIN = ["Scan it again", "Tap Scan again, then slide it over the reader."] as const;
const TYPE_IT = ["Type it, a second person confirms", "PIN here, or on another device."] as const;
const CALL = ["Call a supervisor", "The table stays stopped until one decides."] as const;
const HANDS_OFF = ["Touch no card", "Leave everything as it lies."] as const;

const WORDS: Readonly<Partial<Record<StopReason, StopWords>>> = {
  card_unknown: {
    short: "card not read",
    title: "A code that is no card",
    what: "The reader sent something that no card of this deck has. Nothing was placed.",
    steps: [LEAVE, SCAN_AGAIN, TYPE_IT],
    mayType: true,
  },
  card_too_often: {
    short: "card refused",
    title: "One {card} too many",
    what: "The shoe holds no more of them: all have been dealt, so {card} was not placed.",
    steps: [LEAVE, SCAN_AGAIN, TYPE_IT],
    mayType: true,
  },
  card_to_wrong_side: {
    short: "wrong side",
    title: "{card} on the wrong side",
    what: "The card was read for the other hand. It was not placed.",
    steps: [["Lay the card where it belongs", "Side by side with the console."], SCAN_AGAIN, TYPE_IT],
    mayType: true,
  },
  card_not_called: {
    short: "card against the rule",
    title: "{card} was not called for",
    what: "The round is complete without this card, so it was not placed.",
    steps: [LEAVE, CALL, ["The house's rule is applied", "The supervisor confirms it here."]],
    mayType: false,
  },
  card_not_due: {
    short: "no card due",
    title: "{card} came out of turn",
    what: "No card was awaited. It was not placed.",
    steps: [LEAVE, CALL],
    mayType: false,
  },
  two_cards: {
    short: "two cards at once",
    title: "Two cards at once",
    what: "Two different cards passed the reader together. Which came first is the supervisor’s word.",
    steps: [HANDS_OFF, CALL, ["The hands are rebuilt", "As they really lie, card by card."]],
    mayType: false,
  },
  dealt_early: {
    short: "dealt too early",
    title: "{card} before bets closed",
    what: "A card was read while betting was open. Bets made after it go back; the others stand.",
    steps: [LEAVE, CALL, ["Late bets are returned", "Then the round goes on."]],
    mayType: false,
  },
};

export function stopWords(stop: Stop): StopWords {
  return (
    WORDS[stop.reason] ?? {
      short: "paused",
      title: reasonWords(stop.reason),
      what: "All stakes are held and the clock stands still.",
      steps: [HANDS_OFF, stop.may_scan_again ? ["Resume when it is settled", "The round goes on."] : CALL],
      mayType: false,
    }
  );
}

/** A card as the server writes it, if the detail of a stop is one. */
export function cardOf(stop: Stop): string | null {
  const [first = ""] = stop.detail.split(" ");
  return /^(?:[A2-9TJQK][shdc]|(?:[1-9]|1[01])[rgbyw])$/.test(first) ? first : null;
}
