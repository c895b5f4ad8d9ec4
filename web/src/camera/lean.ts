/** How far the camera leans in over a hand that is squeezed. Pure: a move and a scale of the whole stage, and nothing else. */
export const LEAN_SCALE = 1.27;
const NEARER = 0.6; // of the way from the hand's own place to the middle of the stage

export interface Lean {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** About the stage's upper left corner. It never uncovers what lies around the stage. */
export function leanOver(stage: Size, [x, y]: readonly [number, number]): Lean {
  return {
    x: moved(x, stage.width),
    y: moved(y, stage.height),
    scale: LEAN_SCALE,
  };
}

function moved(hand: number, size: number): number {
  const wanted = hand + (size / 2 - hand) * NEARER;
  const most = -size * (LEAN_SCALE - 1);
  return Math.round(Math.min(0, Math.max(most, wanted - hand * LEAN_SCALE)));
}
