/**
 * The drawings of card backs: strokes and fills inside the frame, in a space of 214 by 314. The house's own is always
 * here; the others come when one of them is chosen, and until then its card shows its plain colour.
 */
import type { Back } from "../settings/looks";

export const FRAME = { width: 214, height: 314 } as const;

export interface BackDrawing {
  readonly lines: string; // thin strokes
  readonly faint: string; // fills below them
}

const PLAIN: BackDrawing = { lines: "", faint: "" };
const LATTICE: BackDrawing = {
  lines: Array.from({ length: 15 }, (_, at) => `M${at * 40 - 330} 0l320 320M${at * 40 - 10} 0l-320 320`).join(""),
  faint: "",
};

let drawings = $state.raw<Partial<Record<Back, BackDrawing>>>({ lattice: LATTICE });

export function backDrawing(back: Back): BackDrawing {
  return drawings[back] ?? PLAIN;
}

/** Resolves once this back can be drawn; out of reach of the server it stays plain. */
export async function loadBack(back: Back): Promise<void> {
  if (drawings[back]) return;
  const more = await import("./more-backs").catch(() => null);
  if (more) drawings = { lattice: LATTICE, ...more.MORE_BACKS };
}
