/** How much of a tile its wall takes, and how its table is laid out. Pure. */
import type { PlanArrangement } from "../../stage/plan-types";

export interface TileWall {
  readonly arrangement: PlanArrangement;
  readonly size: "full" | "low" | "line";
  readonly height: number;
  readonly cell: number; // of the road, six to a column
}

const LINE = 34;
const NARROW = 480; // px; under it a tile is laid out like a phone's screen
const ROWS = 6;

export function wallOf(width: number, height: number, isSmall: boolean): TileWall {
  if (isSmall) return { arrangement: "tile", size: "line", height: LINE, cell: 0 };
  if (width < NARROW && height > width) return { arrangement: "phone", size: "line", height: LINE, cell: 0 };
  const cell = height >= 440 && width >= 800 ? 16 : height >= 360 ? 14 : height >= 320 ? 11.5 : 9.5;
  return {
    arrangement: "tile",
    size: height >= 360 ? "full" : "low",
    height: Math.ceil(ROWS * cell) + (height >= 360 ? 16 : 10),
    cell,
  };
}
