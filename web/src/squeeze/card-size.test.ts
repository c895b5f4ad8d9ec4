import { describe, expect, it } from "vitest";
import { arrangementFor } from "../screen/arrangement";
import { cardSize } from "./card-size";

const SCREENS = [
  [1920, 1080],
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [820, 1180],
  [844, 390],
  [667, 375],
  [390, 844],
  [390, 664],
  [320, 568],
] as const;

describe("a card to squeeze", () => {
  it("is 312 wide on a desk and 266 on a phone, where there is room", () => {
    expect(cardSize("desk", { width: 1440, height: 900 })).toMatchObject({ width: 312, showsBoth: true });
    expect(cardSize("phone", { width: 390, height: 844 })).toMatchObject({ width: 266, showsBoth: false });
  });

  it("is half the screen's width on the smallest phone", () => {
    expect(cardSize("phone", { width: 320, height: 568 }).width).toBeGreaterThanOrEqual(160);
  });

  it.each(SCREENS)("keeps 28 px of the edges at %i × %i, turned or not", (width, height) => {
    const size = cardSize(arrangementFor(width, height), { width, height });
    const cards = size.showsBoth ? 2 : 1;
    expect(cards * size.width + (cards - 1) * size.gap).toBeLessThanOrEqual(width - 56);
    expect(1.4 * size.turnedWidth).toBeLessThanOrEqual(cards === 2 ? size.width + size.gap : width - 56);
    expect(1.4 * size.width).toBeLessThanOrEqual(height - 100);
  });
});
