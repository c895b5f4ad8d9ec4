/** The window's size, and the arrangement that fits it. */
import { arrangementFor, scaleFor } from "./arrangement";

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
