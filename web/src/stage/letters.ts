/** How much room words take, and how they are made to fit: smaller letters first, then narrower, then two lines. */
const NARROWEST = 0.84;
const FONT = '"Inter Variable", system-ui, sans-serif';
let context: CanvasRenderingContext2D | null = null;

export type Measure = (text: string, size: number, weight: number) => number;

export const textWidth: Measure = (text, size, weight) => {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return text.length * size * 0.6;
  context.font = `${weight} ${size}px ${FONT}`;
  return context.measureText(text).width;
};

export interface Fitted {
  readonly lines: readonly string[];
  readonly size: number;
  readonly narrow: number; // how much narrower letters are drawn, 1 or less
}

interface Room {
  readonly width: number;
  readonly largest: number; // px
  readonly smallest: number;
  readonly weight: number;
  readonly lines?: number; // at most
}

export function fitted(text: string, room: Room, measure: Measure = textWidth): Fitted {
  const whole = fittedLine([text], room, measure);
  if (whole.narrow >= NARROWEST || (room.lines ?? 1) < 2) return whole;
  const two = inTwo(text, room, measure);
  return two ? fittedLine(two, room, measure) : whole;
}

/** Letters with space between them: the space goes first, then they are drawn narrower. */
export function spaced(
  text: string,
  room: Pick<Room, "width" | "weight"> & { readonly size: number; readonly tracking: number }, // px
  measure: Measure = textWidth,
): { readonly tracking: number; readonly narrow: number } {
  const bare = measure(text, room.size, room.weight);
  const tracking = Math.max(0, Math.min(room.tracking, (room.width - bare) / Math.max(1, text.length)));
  return { tracking, narrow: Math.min(1, room.width / Math.max(1, bare)) };
}

function fittedLine(lines: readonly string[], room: Room, measure: Measure): Fitted {
  const wide = Math.max(...lines.map((line) => measure(line, room.largest, room.weight)), 1);
  const size = Math.max(room.smallest, Math.min(room.largest, (room.largest * room.width) / wide));
  return { lines, size, narrow: Math.min(1, room.width / ((wide * size) / room.largest)) };
}

/** Split at the space, or in CJK at the letter, that leaves both halves nearest in length. */
function inTwo(text: string, room: Room, measure: Measure): readonly [string, string] | null {
  const places = [...text.matchAll(/[\s-]/g)].map((found) => found.index + 1);
  const cuts = places.length > 0 ? places : /[^\x00-\x7f]/.test(text) ? [Math.ceil(text.length / 2)] : [];
  const halves = cuts.map((at): readonly [string, string] => [text.slice(0, at).trimEnd(), text.slice(at).trimStart()]);
  const longest = (pair: readonly [string, string]) =>
    Math.max(...pair.map((each) => measure(each, room.smallest, room.weight)));
  return halves.toSorted((one, other) => longest(one) - longest(other))[0] ?? null;
}
