/** How much room there is, and which of the arrangements fits it. */
export type Arrangement = "desk" | "tablet" | "phone" | "landscape";

const DESK_WIDTH = 1080;
const DESK_HEIGHT = 620;
const TABLET_WIDTH = 700;
const SCALED_FROM = 1920;
const SCALE_MAX = 1.33;

export function arrangementFor(width: number, height: number): Arrangement {
  if (width >= DESK_WIDTH && height >= DESK_HEIGHT) return "desk";
  if (width > height && height < DESK_HEIGHT) return "landscape";
  return width >= TABLET_WIDTH ? "tablet" : "phone";
}

/** Over 1920 everything grows, up to a third; a low window grows only as far as its height allows. */
export function scaleFor(width: number, height: number): number {
  const byWidth = width / SCALED_FROM;
  return Math.max(1, Math.min(SCALE_MAX, byWidth, height / 900));
}

class Viewport {
  width = $state(innerWidth);
  height = $state(innerHeight);
  scale = $derived(scaleFor(this.width, this.height));
  arrangement = $derived(arrangementFor(this.width, this.height));
  isLow = $derived(this.arrangement === "phone" && this.height < 700);
  isLowest = $derived(this.arrangement === "phone" && this.height < 600);

  constructor() {
    addEventListener("resize", () => {
      this.width = innerWidth;
      this.height = innerHeight;
    });
  }
}

export const viewport = new Viewport();
