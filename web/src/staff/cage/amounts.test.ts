import { describe, expect, it } from "vitest";
import { amountInWords, notesFor, ticketCode, typedAmount } from "./amounts";

describe("amounts at the cage", () => {
  it.each([
    ["1000", 2, 100_000],
    ["1,250.5", 2, 125_050],
    ["0.05", 2, 5],
    ["7.", 2, 700],
    ["12", 0, 12],
    ["12.5", 0, null],
    ["1.234", 2, null],
    ["-5", 2, null],
    ["ten", 2, null],
    ["", 2, null],
  ])("reads %s with %i digits as %s", (text, digits, units) => {
    expect(typedAmount(text, digits)).toBe(units);
  });

  it.each([
    [100_000, "one thousand"],
    [1_234_500, "twelve thousand three hundred and forty-five"],
    [101_00, "one hundred and one"],
    [2_000_000_00, "two million"],
    [12_50, "twelve and 50/100"],
    [1_021_00, "one thousand and twenty-one"],
  ])("says %i as %s", (units, words) => {
    expect(amountInWords(units, 2)).toBe(words);
  });

  it("counts out the fewest notes and leaves the rest as coins", () => {
    expect(notesFor(118_750, 2)).toEqual({ notes: ["11 × 100", "1 × 50", "1 × 20", "1 × 10", "1 × 5"], coins: 250 });
    expect(notesFor(0, 2)).toEqual({ notes: [], coins: 0 });
  });

  it.each([
    ["4f7k 92qd 61xx 0abc", "4F7K-92QD-61XX-0ABC"],
    ["4F7K-92QD-61XX-0ABC", "4F7K-92QD-61XX-0ABC"],
    ["Hanna Berg", null],
    ["ABCDEFGHIJKLMNOP", null], // a long name has no digit
    ["4F7K", null],
  ])("knows whether %s is a ticket", (text, code) => {
    expect(ticketCode(text)).toBe(code);
  });
});
