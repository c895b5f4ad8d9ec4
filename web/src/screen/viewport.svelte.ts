/** The window's size, and the arrangement that fits it. */
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

class Viewport {
  #outerWidth = $state(innerWidth);
  #outerHeight = $state(innerHeight);
  scale = $derived(scaleFor(this.#outerWidth, this.#outerHeight));
  width = $derived(this.#outerWidth / this.scale);
  height = $derived(this.#outerHeight / this.scale);
  arrangement = $derived(arrangementFor(this.width, this.height));
  isLow = $derived(this.arrangement === "phone" && this.height < 700);
  isLowest = $derived(this.arrangement === "phone" && this.height < 600);

  constructor() {
    addEventListener("resize", () => {
      this.#outerWidth = innerWidth;
      this.#outerHeight = innerHeight;
    });
  }
}

export const viewport = new Viewport();
