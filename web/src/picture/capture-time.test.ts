/** The capture time of a stream, read from a receiver as Chromium has it. The demonstration stream carries none. */
import { expect, test } from "vitest";
import { askForCaptureTime, capturedAt, delayOf } from "./capture-time";

const NOW = 1_795_000_000_000;
const NTP = NOW + 2_208_988_800_000;
const EXTENSION = "http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time";

const receiver = (
  ...sources: { timestamp: number; captureTimestamp?: number; senderCaptureTimeOffset?: number }[]
) => ({
  getSynchronizationSources: () => sources,
});

test.each([
  ["none has arrived", receiver(), null],
  ["the stream does not carry it", receiver({ timestamp: 1 }), null],
  ["a browser that cannot tell", {}, null],
  ["since 1900", receiver({ timestamp: 1, captureTimestamp: NTP - 400 }), NOW - 400],
  [
    "by the sender's clock, where it knows the camera's",
    receiver({ timestamp: 1, captureTimestamp: NTP - 400, senderCaptureTimeOffset: 150 }),
    NOW - 250,
  ],
  [
    "the newest frame counts",
    receiver({ timestamp: 9, captureTimestamp: NTP - 300 }, { timestamp: 5, captureTimestamp: NTP - 900 }),
    NOW - 300,
  ],
])("when a frame was taken: %s", (_, given, at) => {
  expect(capturedAt(given)).toBe(at);
});

test.each([
  // in the picture, in the stream, how late
  [null, null, null],
  [NOW - 400, null, 400],
  [null, NOW - 400, 400],
  [NOW - 400, NOW - 700, 700], // the larger wins
  [NOW - 700, NOW - 400, 700],
  [NOW + 50, null, 0], // clocks differ a little
  [NOW - 400, NOW + 5_000, 400], // a camera's clock that is ahead says nothing
  [null, NOW + 5_000, null],
  [NOW - 400, NOW - 3_600_000, 400], // nor one that is an hour behind
])("taken at %s and %s: %s ms late", (inPicture, inStream, delay) => {
  expect(delayOf(NOW, inPicture, inStream)).toBe(delay);
});

test("a browser is asked to offer the extension, and the others stay as they are", () => {
  const known = [
    { uri: "urn:ietf:params:rtp-hdrext:toffset", direction: "sendrecv" },
    { uri: EXTENSION, direction: "stopped" },
  ];
  let offered: { uri: string; direction: string }[] = [];
  askForCaptureTime({
    getHeaderExtensionsToNegotiate: () => known,
    setHeaderExtensionsToNegotiate: (extensions) => (offered = extensions),
  });
  expect(offered.map(({ direction }) => direction)).toEqual(["sendrecv", "sendrecv"]);
  expect(() => askForCaptureTime({})).not.toThrow();
});
