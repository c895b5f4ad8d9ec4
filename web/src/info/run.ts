/** The last results of a shoe, and the run they end in; ties neither add to a run nor break it. */
import type { Mark } from "../wire/protocol.generated";

export interface Run {
  readonly side: "player" | "banker";
  readonly length: number;
}

export function runOf(beads: readonly Mark[]): Run | null {
  const winners = beads.map(([, , colour]) => colour).filter((colour) => colour !== "T");
  const last = winners.at(-1);
  if (last === undefined) return null;
  const before = winners.findLastIndex((colour) => colour !== last);
  return { side: last === "B" ? "banker" : "player", length: winners.length - 1 - before };
}
