/** The browser's easing curves as functions, for what must move exactly as a card does. */
export type Ease = (part: number) => number;

/** `cubic-bezier(x1, y1, x2, y2)`: how far a movement is after a part of its time. */
export function bezier(x1: number, y1: number, x2: number, y2: number): Ease {
  const along = (one: number, two: number, at: number): number =>
    3 * (1 - at) ** 2 * at * one + 3 * (1 - at) * at ** 2 * two + at ** 3;
  return (part) => {
    if (part <= 0) return 0;
    if (part >= 1) return 1;
    let [low, high] = [0, 1];
    for (let round = 0; round < 24; round++) {
      const middle = (low + high) / 2;
      if (along(x1, x2, middle) < part) low = middle;
      else high = middle;
    }
    return along(y1, y2, (low + high) / 2);
  };
}

export const linear: Ease = (part) => Math.min(1, Math.max(0, part));
export const easeOut = bezier(0, 0, 0.58, 1);
export const easeInOut = bezier(0.42, 0, 0.58, 1);
export const easeIn = bezier(0.42, 0, 1, 1);
/** As `CURVE.card`, by which cards slide. */
export const cardSlides = bezier(0.16, 0.84, 0.32, 1);
