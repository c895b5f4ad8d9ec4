/** The clock in the picture: read where it can be, refused where it cannot. */
import { expect, test } from "vitest";
import { CELLS, SAMPLES, checksum, readStrip } from "./clock-strip";

const NOW = 1_795_000_000_123;

function cellsOf(at: number): number[] {
  const time = at % 2 ** 24;
  const bits = time.toString(2).padStart(24, "0") + checksum(time).toString(2).padStart(8, "0");
  return Array.from(`1010${bits}0101`, Number);
}

function drawn(cells: readonly number[], dark = 16, light = 235): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(CELLS * SAMPLES * SAMPLES * 4);
  for (let place = 0; place < CELLS * SAMPLES * SAMPLES; place += 1) {
    const cell = Math.floor((place % (CELLS * SAMPLES)) / SAMPLES);
    pixels.fill(cells[cell] ? light : dark, 4 * place, 4 * place + 3);
  }
  return pixels;
}

test.each([0, 1, 399, 25_000])("a frame that is %i ms old", (age) => {
  expect(readStrip(drawn(cellsOf(NOW - age)), NOW)).toBe(NOW - age);
});

test("a clock that has just wrapped", () => {
  const wrapped = NOW - (NOW % 2 ** 24);
  expect(readStrip(drawn(cellsOf(wrapped - 5)), wrapped + 5)).toBe(wrapped - 5);
});

test("the checksum is the server's", () => {
  expect(checksum(0x010203)).toBe(0x48); // as clock_strip.py has it
});

test("one cell that turned over spoils it", () => {
  for (let cell = 0; cell < CELLS; cell += 1) {
    const cells = cellsOf(NOW);
    cells[cell] = 1 - (cells[cell] ?? 0);
    expect(readStrip(drawn(cells), NOW)).toBeNull();
  }
});

test("a picture without a clock", () => {
  expect(readStrip(drawn(cellsOf(NOW), 90, 100), NOW)).toBeNull();
  expect(readStrip(drawn(Array<number>(CELLS).fill(1)), NOW)).toBeNull();
});
