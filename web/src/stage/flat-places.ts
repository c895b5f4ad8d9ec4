/** Side fields that do not lie on the cloth but in a tray over it: plain rounded boxes, seen from straight above. */
import type { SideField } from "./plan-types";

const GAP = 6;
const RADIUS = 10;

export interface FlatTray {
  readonly height: number;
  readonly fields: readonly SideField[];
}

export function flatTray(count: number, width: number, fieldHeight: number, narrowest: number): FlatTray {
  const fitting = Math.max(1, Math.floor((width + GAP) / (narrowest + GAP)));
  const rows = Math.ceil(count / fitting);
  const columns = Math.ceil(count / rows);
  const wide = (width - GAP * (columns - 1)) / columns;
  const fields = Array.from({ length: count }, (_, index) => {
    const left = (index % columns) * (wide + GAP);
    const top = Math.floor(index / columns) * (fieldHeight + GAP);
    return flatField(left, top, wide, fieldHeight);
  });
  return { height: rows * (fieldHeight + GAP) - GAP, fields };
}

function flatField(left: number, top: number, width: number, height: number): SideField {
  const middle = { x: left + width / 2, y: top + height / 2, angle: 0 };
  const [right, bottom] = [left + width, top + height];
  const corner = (x: number, y: number) => `A${RADIUS} ${RADIUS} 0 0 1 ${x} ${y}`;
  const path = [
    `M${left + RADIUS} ${top}H${right - RADIUS}${corner(right, top + RADIUS)}V${bottom - RADIUS}`,
    `${corner(right - RADIUS, bottom)}H${left + RADIUS}${corner(left, bottom - RADIUS)}V${top + RADIUS}`,
    `${corner(left + RADIUS, top)}z`,
  ].join("");
  return {
    path,
    width,
    height,
    top,
    middle,
    chips: { x: middle.x, y: middle.y, size: 20, squash: 0.86 },
  };
}
