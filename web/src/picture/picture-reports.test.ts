/** A patron's screen says how it watches: at once when that matters to the others, and seldom otherwise. */
import { expect, test } from "vitest";
import { PictureReports, type SeenPicture, type Way } from "./picture-reports";

type Look = readonly [seconds: number, by: Way | null, delay: number | null];

function told(...looks: readonly Look[]): SeenPicture[] {
  const said: SeenPicture[] = [];
  const reports = new PictureReports((seen) => said.push(seen));
  for (const [seconds, by, delay] of looks) reports.look(by, delay, 1_000_000 + seconds * 1_000);
  return said;
}

test.each<[string, Look[], [Way | null, number | null][]]>([
  ["no picture is nothing to tell", [[0, null, null]], []],
  ["the way is told before anything plays", [[0, "hls", null]], [["hls", null]]],
  [
    "its delay as soon as it is known",
    [
      [0, "hls", null],
      [0.5, "hls", 6_000],
      [1, "hls", 6_000],
      [5, "hls", 6_050],
    ],
    [
      ["hls", null],
      ["hls", 6_000],
    ],
  ],
  [
    "a picture that falls behind is told at once, one that catches up later",
    [
      [0, "whep", 400],
      [2, "whep", 900],
      [4, "whep", 300],
      [13, "whep", 300],
      [40, "whep", 300],
    ],
    [
      ["whep", 400],
      ["whep", 900],
      ["whep", 900],
      ["whep", 300],
    ],
  ],
  [
    "another way begins anew",
    [
      [0, "whep", 400],
      [1, "hls", null],
    ],
    [
      ["whep", 400],
      ["hls", null],
    ],
  ],
  [
    "a picture that failed is told once",
    [
      [0, "whep", 400],
      [1, null, null],
      [30, null, null],
    ],
    [
      ["whep", 400],
      [null, null],
    ],
  ],
])("%s", (_, looks, said) => {
  expect(told(...looks)).toEqual(said.map(([by, delay_ms]) => ({ by, delay_ms })));
});

test("who hides the picture says so, once", () => {
  const said: SeenPicture[] = [];
  const reports = new PictureReports((seen) => said.push(seen));
  reports.end();
  reports.look("hls", 6_000, 1_000);
  reports.end();
  reports.end();
  expect(said).toEqual([
    { by: "hls", delay_ms: 6_000 },
    { by: null, delay_ms: null },
  ]);
});
