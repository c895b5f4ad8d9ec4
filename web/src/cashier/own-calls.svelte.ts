/** The patron's open calls for an attendant, polled while they are on the screen. */
import { ownCalls } from "../wire/api";
import type { OwnCall } from "../wire/rest.generated";

const EVERY_MS = 5_000;

export class OwnCalls {
  open = $state.raw<readonly OwnCall[] | null>(null); // null: not known yet

  constructor(isWanted: () => boolean = () => true) {
    $effect(() => {
      if (!isWanted()) return;
      void this.look();
      const asking = setInterval(() => void this.look(), EVERY_MS);
      return () => clearInterval(asking);
    });
  }

  async look(): Promise<void> {
    const answer = await ownCalls();
    if (answer.ok) this.open = answer.value.calls;
  }
}
