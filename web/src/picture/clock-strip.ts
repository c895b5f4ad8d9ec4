/**
 * Reads the clock in a picture: a row of forty black and white cells along its lower edge that says when the frame was
 * taken, in milliseconds of the server modulo four and a half hours, with a checksum. `clock_strip.py` draws it.
 */
export const CELLS = 40;
export const SAMPLES = 4; // across a cell, and as many rows
export const STRIP = 1 / 30; // of the picture's height
const BITS = 24;
const WRAPS_MS = 2 ** BITS;
const BEGINS = "1010";
const ENDS = "0101";
const LEAST_CONTRAST = 60;

/** When the frame was taken; null: this is no clock, or it cannot be read. `pixels` are 160 × 4, as RGBA. */
export function readStrip(pixels: Uint8ClampedArray, now: number): number | null {
  const shades = Array.from({ length: CELLS }, (_, cell) => shadeOf(pixels, cell));
  const [darkest, lightest] = [Math.min(...shades), Math.max(...shades)];
  if (lightest - darkest < LEAST_CONTRAST) return null;
  const bits = shades.map((shade) => (shade > (darkest + lightest) / 2 ? "1" : "0")).join("");
  if (!bits.startsWith(BEGINS) || !bits.endsWith(ENDS)) return null;
  const time = parseInt(bits.slice(4, 4 + BITS), 2);
  if (checksum(time) !== parseInt(bits.slice(4 + BITS, 12 + BITS), 2)) return null;
  return time + Math.round((now - time) / WRAPS_MS) * WRAPS_MS;
}

/** The middle of a cell: its edges are blurred. */
function shadeOf(pixels: Uint8ClampedArray, cell: number): number {
  let sum = 0;
  for (const row of [1, 2]) {
    for (const column of [1, 2]) {
      const place = 4 * (row * CELLS * SAMPLES + cell * SAMPLES + column);
      sum += (pixels[place] ?? 0) + (pixels[place + 1] ?? 0) + (pixels[place + 2] ?? 0);
    }
  }
  return sum / 12;
}

/** CRC-8 with the polynomial 0x07. */
export function checksum(time: number): number {
  let check = 0;
  for (const shift of [16, 8, 0]) {
    check ^= (time >> shift) & 0xff;
    for (let bit = 0; bit < 8; bit += 1) check = check & 0x80 ? ((check << 1) ^ 0x07) & 0xff : check << 1;
  }
  return check;
}

/** Copies the strip of what a video shows; null: it shows nothing, or comes from elsewhere and may not be read. */
export function stripOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): Uint8ClampedArray | null {
  const { videoWidth: width, videoHeight: height } = video;
  canvas.width = CELLS * SAMPLES;
  canvas.height = SAMPLES;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context || !width || !height) return null;
  const tall = Math.max(2, Math.round(height * STRIP));
  try {
    context.drawImage(video, 0, height - tall, width, tall, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  } catch {
    return null;
  }
}
