/** The server's time as reactive state: by the second for words, four times a second for rings. */
import { floor } from "./floor.svelte";

const EVERY_MS = 250;

class Ticking {
  ms = $state(floor.now());
  seconds = $derived(Math.floor(this.ms / 1000));

  constructor() {
    setInterval(() => {
      this.ms = floor.now();
    }, EVERY_MS);
  }
}

export const clock = new Ticking();
