import { expect, test } from "vitest";
import { arrangementFor, scaleFor } from "./arrangement";

test.each([
  // width  height  arrangement
  [1440, 900, "desk"],
  [1180, 820, "desk"],
  [1024, 768, "desk"],
  [667, 375, "landscape"],
  [844, 390, "landscape"],
  [820, 1180, "tablet"],
  [390, 844, "phone"],
  [320, 640, "phone"],
])("%d × %d is a %s", (width, height, arrangement) => {
  expect(arrangementFor(width, height)).toBe(arrangement);
});

test.each([
  // width  height  scale
  [1440, 900, 1],
  [1920, 1080, 1],
  [2560, 1440, 4 / 3],
  [3840, 2160, 4 / 3],
  [3440, 1000, 1],
])("%d × %d grows by %d", (width, height, scale) => {
  expect(scaleFor(width, height)).toBeCloseTo(scale, 2);
});
