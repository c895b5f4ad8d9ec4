/** The letters of a sentence on the plate: one line if it can be, otherwise letters of which two lines fit. */
import { textWidth, type Measure } from "../stage/letters";

const WEIGHT = 680;
const LARGEST = 0.5; // of the plate's height
const LINE = 1.15; // of a letter's size
const SMALLEST = 12; // px
const SMALLEST_OF_ONE = 14; // px, on plates that two lines of 12 fit on
const CLOSER = 0.05; // of their size: letters on one line may move together by so much
const EDGES = 2; // px above and below

export function plateLetters(
  text: string,
  room: { readonly width: number; readonly height: number },
  measure: Measure = textWidth,
): { readonly size: number; readonly tracking: number; readonly folds: boolean } {
  const largest = Math.max(SMALLEST, room.height * LARGEST);
  const wide = measure(text, 100, WEIGHT) / 100; // by size
  const ofTwo = (room.height - EDGES) / (2 * LINE);
  const least = ofTwo < SMALLEST ? SMALLEST : SMALLEST_OF_ONE;
  const size = Math.min(largest, Math.max(least, room.width / wide));
  const tracking = Math.min(0, (room.width - wide * size) / Math.max(1, text.length));
  if (tracking >= -CLOSER * size) return { size, tracking, folds: false };
  return { size: Math.max(SMALLEST, Math.min(largest, ofTwo)), tracking: 0, folds: true };
}
