/** A frame from before the newest card that a patron knows is not shown. */
import { expect, test } from "vitest";
import { isOldNews } from "./old-news";

const NOW = 1_795_000_000_000;

test.each([
  // how late the picture is, how long ago the newest card was dealt, whether it is old news
  [500, 700, false], // the table waited for it
  [6_000, 700, true], // somebody has just come in, by HLS
  [6_000, 5_800, true],
  [6_000, 6_000, false], // it has caught up
  [6_000, 5_900, false], // but for a frame
  [null, 700, false], // a picture without a clock
])("%s ms late, and the newest card %s ms ago: %s", (delay, ago, isOld) => {
  expect(isOldNews(NOW, delay, NOW - ago)).toBe(isOld);
});
