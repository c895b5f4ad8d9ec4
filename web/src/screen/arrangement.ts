/** Which arrangement fits a window, and how large everything is drawn in it. */
export type Arrangement = "desk" | "tablet" | "phone" | "landscape";

const DESK_WIDTH = 960;
const DESK_HEIGHT = 640;
const TABLET_WIDTH = 700;
const SCALED_FROM = 1920;
const SCALE_MAX = 4 / 3;

export function arrangementFor(width: number, height: number): Arrangement {
  if (width >= DESK_WIDTH && height >= DESK_HEIGHT) return "desk";
  if (width > height) return "landscape";
  return width >= TABLET_WIDTH ? "tablet" : "phone";
}

/** Above 1920 everything grows by up to a third, less in a low window; beyond that there is just more room. */
export function scaleFor(width: number, height: number): number {
  const byWidth = width / SCALED_FROM;
  return Math.max(1, Math.min(SCALE_MAX, byWidth, height / 1000));
}
