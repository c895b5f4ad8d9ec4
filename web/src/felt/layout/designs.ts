/** The felts of the published books, row by row from the top. Positions, tones and captions only, no rules. */
import type { WordKey } from "../../words/english/index";
import type { Tone } from "./layout";

export interface Design {
  readonly rows: readonly (readonly { readonly caption?: WordKey; readonly bets: readonly (string | null)[] }[])[];
  readonly notes?: Readonly<Record<string, WordKey>>;
  readonly tones?: Readonly<Record<string, Tone>>;
  readonly phone?: {
    readonly row: readonly string[];
    readonly trays: readonly { readonly title: WordKey; readonly bets: readonly string[] }[];
  };
}

const SQUEEZE: Design = {
  rows: [[{ bets: ["player-bonus", "player-pair", "small", "big", "banker-pair", "banker-bonus"] }]],
  notes: { small: "felt.four_cards", big: "felt.five_six_cards" },
};

const SA: Design = {
  rows: [
    [
      {
        bets: [
          "lucky-seven-2",
          "lucky-seven",
          "lucky-seven-3",
          "super-lucky-seven",
          "lucky-six-2",
          "lucky-six",
          "lucky-six-3",
        ],
      },
    ],
    [
      {
        bets: [
          "player-bonus",
          "player-natural",
          "player-pair",
          "any-pair",
          "perfect-pair",
          "banker-pair",
          "banker-natural",
          "banker-bonus",
        ],
      },
    ],
  ],
  notes: { "banker-no-commission": "felt.half_on_six" },
  tones: {
    "lucky-seven": "player",
    "lucky-seven-2": "player",
    "lucky-seven-3": "player",
    "lucky-six": "banker",
    "lucky-six-2": "banker",
    "lucky-six-3": "banker",
    "super-lucky-seven": "tie",
  },
  phone: {
    row: ["player-pair", "any-pair", "perfect-pair", "banker-pair"],
    trays: [
      { title: "felt.bonus_tray", bets: ["player-bonus", "player-natural", "banker-natural", "banker-bonus"] },
      {
        title: "felt.lucky_tray",
        bets: [
          "lucky-seven-2",
          "lucky-seven",
          "lucky-seven-3",
          "super-lucky-seven",
          "lucky-six-2",
          "lucky-six",
          "lucky-six-3",
        ],
      },
    ],
  },
};

const PAIRS: Design = { rows: [[{ bets: ["player-pair", null, "banker-pair"] }]] };

const MULTICOLOR: Design = {
  rows: [
    [
      { caption: "felt.wins_positive", bets: ["plus-2", "plus-3"] },
      { caption: "felt.wins_negative", bets: ["minus-2", "minus-3"] },
    ],
  ],
  notes: { player: "felt.half_on_plus_six" },
};

const SEVEN_LUCK: Design = {
  rows: [[{ bets: ["player-pair", "fortune-six", "banker-pair"] }]],
  tones: { "fortune-six": "banker" },
};

export const DESIGNED: Readonly<Record<string, Design>> = {
  squeeze: SQUEEZE,
  sa: SA,
  interblock: PAIRS,
  "interblock-push-seven": { ...PAIRS, notes: { banker: "felt.push_on_seven" } },
  multicolor: MULTICOLOR,
  "seven-luck": SEVEN_LUCK,
  storm: PAIRS,
  "seven-luck-no-commission": { ...SEVEN_LUCK, notes: { banker: "felt.half_on_six" } },
};
