/** The last results of a shoe, and the run they end in; ties neither add to a run nor break it. */
/** A mark of the bead plate or of the Main Road: column, row, colour, round, and what else stands in its cell. */
export type Placed = readonly [number, number, string, number, ...unknown[]];

export interface Run {
  readonly side: "player" | "banker";
  readonly length: number;
}

export function runOf(marks: readonly Placed[]): Run | null {
  const winners = marks.map(([, , colour]) => colour).filter((colour) => colour !== "T");
  const last = winners.at(-1);
  if (last === undefined) return null;
  const before = winners.findLastIndex((colour) => colour !== last);
  return { side: last === "B" ? "banker" : "player", length: winners.length - 1 - before };
}
