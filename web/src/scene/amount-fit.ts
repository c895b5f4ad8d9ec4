/** How large a win is told: its figures in the band that lets them be largest, the words always between the totals. */
import { fitted, textWidth, type Measure } from "../stage/letters";
import type { AmountPlace, Band } from "../stage/plan-types";

const CAP = 0.73; // of their size: how high figures are
const WEIGHT = 760;
const WORDS = { largest: 16, smallest: 12, weight: 650 }; // px
const APART = 4; // px between words and figures
const LEAST = 12; // px
const ASIDE = 10; // px between figures and a total beside them

export interface Told {
  readonly size: number; // px of the figures
  readonly foot: number; // y that they stand on
  readonly wordsSize: number;
  readonly wordsNarrow: number;
  readonly wordsFoot: number;
}

export function fitAmount(
  { x: _, between, under, size }: AmountPlace,
  told: { readonly words: string; readonly figures: string; readonly larger: number },
  measure: Measure = textWidth,
): Told {
  const words = fitted(told.words, { ...WORDS, width: between.width }, measure);
  const wordsHigh = words.size * CAP;
  const wide = measure(told.figures, 1000, WEIGHT) / 1000;
  const most = ({ top, bottom, width }: Band) =>
    Math.max(LEAST, Math.min(size * told.larger, (bottom - top) / CAP, width / wide));
  const below = { ...between, top: between.top + wordsHigh + APART, width: between.width - 2 * ASIDE };
  const isUnder = most(under) >= most(below);
  return {
    size: isUnder ? most(under) : most(below),
    foot: isUnder ? under.bottom : between.bottom,
    wordsSize: words.size,
    wordsNarrow: words.narrow,
    wordsFoot: isUnder ? between.bottom : between.top + wordsHigh,
  };
}

/** Whether figures on this foot reach up to words that stand on another. */
export function reachesUpTo(told: Told, foot: number): boolean {
  return told.foot - told.size * CAP < foot + 1 && told.foot > foot;
}
