import { describe, expect, it } from "vitest";
import { plateLetters } from "./plate-letters";

const measure = (text: string, size: number) => text.length * size * 0.55;
const RESULT = "Banker wins 8 over 7";

describe("letters on the plate", () => {
  it("are half as high as the plate where the words are short", () => {
    expect(plateLetters("Hurry up", { width: 240, height: 36 }, measure)).toEqual({
      size: 18,
      tracking: 0,
      folds: false,
    });
  });

  it("get smaller so that a sentence stays on one line", () => {
    const { size, tracking } = plateLetters(RESULT, { width: 176, height: 36 }, measure);
    expect([size, tracking]).toEqual([16, 0]);
  });

  it("move together a little before a sentence folds", () => {
    const { size, tracking } = plateLetters(RESULT, { width: 125, height: 20 }, measure);
    expect(size).toBe(12);
    expect(measure(RESULT, size) + RESULT.length * tracking).toBeCloseTo(125);
  });

  it.each([32, 36, 89])("of two lines fit on a plate of %i px", (height) => {
    const { size, folds } = plateLetters(RESULT, { width: 90, height }, measure);
    expect(folds).toBe(true);
    expect(2 * size * 1.15).toBeLessThanOrEqual(height);
    expect(size).toBeGreaterThanOrEqual(12);
  });
});
