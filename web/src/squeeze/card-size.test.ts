// @vitest-environment jsdom
import { expect, it } from "vitest";
import { arrangementFor } from "../screen/viewport.svelte";
import { cardSize } from "./card-size";

it.each([
  // screen, width of a card, both cards of a hand at once
  [1440, 900, 320, true],
  [3840, 2160, 320, true],
  [390, 844, 250, false],
  [320, 640, 250, false],
  [820, 1180, 320, false],
  [844, 390, 171, true],
])("on %s × %s a card is %s wide", (width, height, wanted, showsBoth) => {
  const room = cardSize(arrangementFor(width, height), { width, height });
  expect(room).toEqual({ width: wanted, showsBoth });
  expect((showsBoth ? 2 * room.width + 40 : room.width) + 2 * 28).toBeLessThanOrEqual(width);
  expect(room.width * 1.4).toBeLessThan(height - 100);
});
