/**
 * When a frame was taken, as a WebRTC stream may say in a header extension (abs-capture-time): by the clock of whoever
 * encodes it, which nobody has checked. It counts beside the clock in the picture, and the later picture of the two wins.
 */
const EXTENSION = "http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time";
const NTP_BEGINS_MS = -2_208_988_800_000; // 1900
const LATEST_MS = 60_000; // what is later than this, or not yet, is told by a clock that is wrong

/** What browsers have beside the types that TypeScript knows. */
type Extension = { readonly uri: string; direction: string };
type Negotiator = {
  readonly mid?: string | null; // as every transceiver
  getHeaderExtensionsToNegotiate?: () => Extension[];
  setHeaderExtensionsToNegotiate?: (extensions: Extension[]) => void;
};
type Source = {
  readonly timestamp: number;
  readonly captureTimestamp?: number; // milliseconds since 1900, by the clock of the camera
  readonly senderCaptureTimeOffset?: number; // from that clock to the sender's
};
export type Receiver = { readonly getSynchronizationSources?: () => readonly Source[] };

/** A browser offers the extension only when it is asked to. */
export function askForCaptureTime(transceiver: Negotiator): void {
  const extensions = transceiver.getHeaderExtensionsToNegotiate?.();
  const wanted = extensions?.find(({ uri }) => uri === EXTENSION);
  if (!extensions || !wanted) return;
  wanted.direction = "sendrecv";
  transceiver.setHeaderExtensionsToNegotiate?.(extensions);
}

/** Of the newest frame, in milliseconds since 1970; null: the stream does not say. */
export function capturedAt(receiver: Receiver): number | null {
  const sources = receiver.getSynchronizationSources?.() ?? [];
  const newest = sources.reduce<Source | null>(
    (one, other) => (one && one.timestamp >= other.timestamp ? one : other),
    null,
  );
  if (newest?.captureTimestamp === undefined) return null;
  return newest.captureTimestamp + (newest.senderCaptureTimeOffset ?? 0) + NTP_BEGINS_MS;
}

/** How late a picture is, by the clock in it and by the time its stream carries; null: neither can be read. */
export function delayOf(now: number, inPicture: number | null, inStream: number | null): number | null {
  const delays = inPicture === null ? [] : [Math.max(0, now - inPicture)];
  if (inStream !== null && inStream <= now && now - inStream <= LATEST_MS) delays.push(now - inStream);
  return delays.length ? Math.max(...delays) : null;
}
