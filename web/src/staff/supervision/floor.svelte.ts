/** The floor as the server last sent it, whole; kept for every page that looks at it. */
import type { FloorWatch, WatchedTile } from "../../wire/protocol.generated";
import { badges } from "../link/badges.svelte";
import { feed } from "../link/feed.svelte";

class SupervisedFloor {
  watch = $state.raw<FloorWatch | null>(null);
  #watchers = 0;
  #stop: () => void = () => undefined;

  /** For as long as a page shows it; use it in an effect. */
  follow(): () => void {
    this.#watchers += 1;
    if (this.#watchers === 1) {
      this.#stop = feed.watch({ type: "watch_floor", on: true }, (message) => {
        if (message.type !== "floor_watch") return;
        this.watch = message;
        badges.show("floor", message.tables.filter((tile) => tile.level === "alarm").length);
      });
    }
    return () => {
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#stop();
    };
  }

  tile(table: string): WatchedTile | null {
    return this.watch?.tables.find((tile) => tile.table === table) ?? null;
  }
}

export const supervised = new SupervisedFloor();
