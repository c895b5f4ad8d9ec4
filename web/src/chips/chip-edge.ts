/** The front edge of a chip that lies on the cloth: where its light inserts show. In a chip of diameter 100. */
const INSERTS = 8;
const INSERT_HALF = 0.19; // radians
const RADIUS = 50;
const BEHIND = 0.02;

export interface EdgeInsert {
  readonly path: string;
  readonly shade: number; // towards the sides less light falls
}

export function edgeInserts(turn: number, squash: number, thickness: number): readonly EdgeInsert[] {
  return Array.from({ length: INSERTS }, (_, index) => turn + (index * Math.PI) / 4).flatMap((angle) => {
    const [start, end] = [angle - INSERT_HALF, angle + INSERT_HALF];
    if (Math.sin(start) < BEHIND || Math.sin(end) < BEHIND) return [];
    const at = (each: number) => [Math.cos(each) * RADIUS, Math.sin(each) * RADIUS * squash] as const;
    const [[x0, y0], [x1, y1]] = [at(start), at(end)];
    const path = `M${short(x0)} ${short(y0)}L${short(x1)} ${short(y1)}v${short(thickness)}L${short(x0)} ${short(y0 + thickness)}z`;
    return [{ path, shade: 0.05 + 0.45 * Math.abs(Math.cos(angle)) }];
  });
}

function short(value: number): number {
  return Math.round(value * 10) / 10;
}
