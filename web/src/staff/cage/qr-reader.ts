/** Finds a QR code in a picture: the browser's detector, or a library loaded only where there is none. */

/** What the code says; null: there is none in this picture. */
export type ReadQr = (video: HTMLVideoElement) => Promise<string | null>;

type Detector = { detect: (source: CanvasImageSource) => Promise<readonly { readonly rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
};

const WIDTH_MAX = 800; // pixels that are looked at: enough for a ticket, and quick

export async function qrReader(): Promise<ReadQr> {
  const found = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (found && (await found.getSupportedFormats()).includes("qr_code")) {
    const detector = new found({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { default: decode } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  return (video) => Promise.resolve(inFrame(video, canvas, (image) => decode(image)));
}

function inFrame(
  video: HTMLVideoElement,
  canvas: HTMLCanvasElement,
  decode: (image: { width: number; height: number; data: Uint8ClampedArray }) => string,
): string | null {
  const scale = Math.min(1, WIDTH_MAX / (video.videoWidth || 1));
  const width = Math.floor(video.videoWidth * scale);
  const height = Math.floor(video.videoHeight * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context || width === 0 || height === 0) return null;
  canvas.width = width;
  canvas.height = height;
  context.drawImage(video, 0, 0, width, height);
  try {
    return decode(context.getImageData(0, 0, width, height));
  } catch {
    return null; // no code in this picture
  }
}
