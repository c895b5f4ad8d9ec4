/** What was won never covers a card, a total or the plate, however much it is and however small the table. */
import { describe, expect, it } from "vitest";
import { planTable } from "../stage/plan";
import type { FeltShape, PlanArrangement } from "../stage/plan-types";
import { fitAmount, reachesUpTo } from "./amount-fit";

const ROW: FeltShape = { rows: [[{ bets: ["a", "b", "c", "d"], hasCaption: false }]], trays: 0, modes: 0 };
const TWO_ROWS: FeltShape = { ...ROW, rows: [...ROW.rows, [{ bets: ["e", "f", "g"], hasCaption: false }]] };
const SCREENS: readonly (readonly [PlanArrangement, number, number, number, FeltShape])[] = [
  ["desk", 1440, 644, 56, TWO_ROWS],
  ["desk", 1024, 568, 56, TWO_ROWS],
  ["desk", 1280, 536, 56, TWO_ROWS],
  ["desk", 3840, 1600, 56, ROW],
  ["tablet", 820, 1000, 194, TWO_ROWS],
  ["phone", 390, 674, 120, ROW],
  ["phone", 390, 494, 70, ROW],
  ["phone", 320, 404, 70, ROW],
  ["landscape", 844, 334, 44, ROW],
  ["tile", 708, 378, 100, ROW],
  ["tile", 628, 288, 66, ROW],
  ["tile", 630, 584, 122, ROW],
];
const CAP = 0.73;
const measure = (text: string, size: number) => text.length * size * 0.62;

describe.each(SCREENS)("a %s of %d × %d", (arrangement, width, height, top, felt) => {
  const { centre, hands } = planTable({ arrangement, width, height, top, felt, isFolded: false, hasPicture: false });
  const cards = [...hands.player.cards, ...hands.banker.cards].map((corners) => {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  });
  const coins = [centre.player, centre.banker].map(({ x, y, radius }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius * 0.92,
    bottom: y + radius * 0.92,
  }));
  const plate = { left: 0, right: width, top: centre.plate.y - centre.plate.height / 2, bottom: centre.plate.y };

  it.each([
    ["5", 40 / 64],
    ["47.50", 1],
    ["1,250", 1],
    ["$123,456.50", 96 / 64],
  ])("tells %s clear of everything", (figures, larger) => {
    const told = fitAmount(centre.amount, { words: "You win", figures, larger }, measure);
    const half = measure(figures, told.size) / 2;
    const wordsHalf = (measure("You win", told.wordsSize) * told.wordsNarrow) / 2;
    const at = centre.amount.x;
    const shown = [
      { left: at - half, right: at + half, top: told.foot - told.size * CAP, bottom: told.foot },
      {
        left: at - wordsHalf,
        right: at + wordsHalf,
        top: told.wordsFoot - told.wordsSize * CAP,
        bottom: told.wordsFoot,
      },
    ];
    if (figures.length < 8)
      // more is never smaller than can be read, and then as wide as it has to be
      for (const box of shown) for (const other of [...cards, ...coins, plate]) expect(overlap(box, other)).toBe(false);
    expect(told.size).toBeGreaterThanOrEqual(12);
    expect(overlap(shown[0]!, shown[1]!)).toBe(false);
  });

  it("hides the captions that its figures reach, and no others", () => {
    const told = fitAmount(centre.amount, { words: "You win", figures: "1,250", larger: 1 }, measure);
    const caption = centre.captions.player.y;
    const isOver = told.foot > caption && told.foot - told.size * CAP <= caption;
    expect(reachesUpTo(told, caption)).toBe(isOver);
  });
});

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
