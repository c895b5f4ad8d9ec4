/** How a table looks on the floor: its phase, its ring, its order among the others. Pure. */
import { SLOW_CARD_MS } from "../../wire/protocol/thresholds.generated";
import type { FloorWatch, WaitingItem, WatchedTile } from "../../wire/protocol.generated";
import type { BandPhase } from "../kit/phases";

export type Filter = "all" | "alarms" | "attention" | "live" | "timed";

export function bandPhase(tile: WatchedTile, nowMs: number): BandPhase {
  if (tile.phase === "closed" || tile.phase === "out_of_order") return "shut";
  if (tile.paused !== null) return "paused";
  switch (tile.phase) {
    case "betting":
      return tile.ends_at !== null && tile.ends_at - nowMs <= tile.hurry_ms ? "hurry" : "betting";
    case "dealing":
    case "squeezing":
      return tile.cards === 0 ? "closed" : "dealing";
    case "result":
      return "result";
    default:
      return "shoe";
  }
}

export type RingState = {
  readonly figure: string;
  readonly part: number;
  readonly tone: "tie" | "warn" | "ink";
  readonly label: string;
};

/** Betting: seconds left. Dealing: seconds on this card. Stopped: seconds stopped. */
export function ringOf(tile: WatchedTile, nowMs: number): RingState {
  const seconds = (ms: number): string => {
    const whole = Math.max(0, Math.round(ms / 1000));
    return whole > 999 ? "·" : String(whole);
  };
  const phase = bandPhase(tile, nowMs);
  if (phase === "paused" && tile.paused_since !== null) {
    return { figure: seconds(nowMs - tile.paused_since), part: 1, tone: "ink", label: "seconds stopped" };
  }
  if ((phase === "betting" || phase === "hurry") && tile.ends_at !== null) {
    const left = tile.ends_at - nowMs;
    const whole = tile.since === null ? 0 : tile.ends_at - tile.since;
    const part = whole > 0 ? left / whole : 0;
    return { figure: seconds(left), part, tone: phase === "hurry" ? "warn" : "tie", label: "seconds left" };
  }
  if ((phase === "dealing" || phase === "closed") && tile.since !== null) {
    const passed = nowMs - tile.since;
    const tone = passed >= SLOW_CARD_MS ? "warn" : "ink";
    return { figure: seconds(passed), part: passed / SLOW_CARD_MS, tone, label: "seconds on this card" };
  }
  if (tile.ends_at !== null && tile.ends_at > nowMs) {
    return { figure: seconds(tile.ends_at - nowMs), part: 0, tone: "ink", label: "seconds left" };
  }
  return { figure: "·", part: 0, tone: "ink", label: "nothing is counted" };
}

const RANK = { alarm: 0, attention: 1, none: 2 } as const;

/** Alarms first, the oldest leading; then attention; then the floor's own order. */
export function inOrder(watch: FloorWatch): readonly WatchedTile[] {
  const since = new Map(watch.waiting.map((item) => [item.id, item.since]));
  const place = new Map(watch.tables.map((tile, index) => [tile.table, index]));
  const key = (tile: WatchedTile): readonly [number, number, number] => [
    RANK[tile.level ?? "none"],
    since.get(tile.waiting ?? "") ?? 0,
    place.get(tile.table) ?? 0,
  ];
  return watch.tables.toSorted((one, other) => {
    const [mine, its] = [key(one), key(other)];
    return mine[0] - its[0] || mine[1] - its[1] || mine[2] - its[2];
  });
}

export function passes(tile: WatchedTile, filter: Filter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "alarms":
      return tile.level === "alarm";
    case "attention":
      return tile.level === "attention";
    case "live":
      return tile.kind === "live";
    case "timed":
      return tile.kind !== "live";
  }
}

export function itemAt(watch: FloorWatch, tile: WatchedTile): WaitingItem | null {
  return watch.waiting.find((item) => item.id === tile.waiting) ?? null;
}

/** Who deals: a name, or what deals in a dealer's place. */
export function dealerWords(tile: WatchedTile): string {
  if (tile.dealer) return tile.dealer;
  if (tile.kind !== "live") return tile.kind === "timed" ? "timed" : "on demand";
  return tile.is_dealer_simulated ? "simulated" : "no dealer";
}
