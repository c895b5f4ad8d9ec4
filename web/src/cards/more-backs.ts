/** Card backs that a patron may choose instead of the house's. Loaded when one is. All read alike upside down. */
import { FRAME, type BackDrawing } from "./backs.svelte";

const [MIDDLE_X, MIDDLE_Y] = [FRAME.width / 2, FRAME.height / 2];

export const MORE_BACKS = {
  scales: { lines: scales(), faint: "" },
  rosette: { lines: rosette(), faint: "" },
  argyle: argyle(),
} as const;

/** Waves in rows: of each circle only what the row below leaves to be seen. The lower half mirrors the upper. */
function scales(): string {
  const radius = MIDDLE_X / 3;
  const rings = [1, 0.66, 0.33].map((share) => arc(radius, radius * share));
  const rows = Math.ceil(MIDDLE_Y / (radius / 2)) + 1;
  return repeated(rows, (row) =>
    repeated(5, (column) => {
      const x = (column - 0.5 + (row % 2) / 2) * 2 * radius;
      const up = MIDDLE_Y - row * (radius / 2);
      return rings.map((ring) => ring(x, up, 1) + ring(FRAME.width - x, FRAME.height - up, -1)).join("");
    }),
  );
}

function arc(radius: number, ring: number): (x: number, y: number, way: 1 | -1) => string {
  const isCovered = (angle: number): boolean =>
    Math.hypot(ring * Math.cos(angle) - radius, ring * Math.sin(angle) + radius / 2) < radius;
  let angle = 0;
  while (angle < Math.PI / 2 && isCovered(angle)) angle += 0.01;
  const [across, up] = [ring * Math.cos(angle), ring * Math.sin(angle)];
  return (x, y, way) =>
    `M${short(x - across * way)} ${short(y - up * way)}A${short(ring)} ${short(ring)} 0 0 1 ${short(x + across * way)} ${short(y - up * way)}`;
}

/** Ellipses turned about the middle, as on a banknote, and rings in the corners. */
function rosette(): string {
  const petals = repeated(18, (at) => ellipse(at * 10, 96, 34)) + repeated(12, (at) => ellipse(at * 15, 44, 15));
  const corners = [18, 30, 42, 54].map((radius) =>
    [
      [0, 0],
      [FRAME.width, 0],
      [0, FRAME.height],
      [FRAME.width, FRAME.height],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, radius))
      .join(""),
  );
  return petals + corners.join("");
}

function ellipse(degrees: number, long: number, across: number): string {
  const turn = (degrees * Math.PI) / 180;
  const [x, y] = [long * Math.cos(turn), long * Math.sin(turn)];
  const end = `${short(MIDDLE_X + x)} ${short(MIDDLE_Y + y)}`;
  const start = `${short(MIDDLE_X - x)} ${short(MIDDLE_Y - y)}`;
  return `M${start}A${long} ${across} ${degrees} 0 1 ${end}A${long} ${across} ${degrees} 0 1 ${start}`;
}

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0`;
}

/** Diamonds in two tones under a thin trellis that crosses their middles. */
function argyle(): BackDrawing {
  const [width, height] = [FRAME.width / 4, FRAME.height / 4];
  const diamond = (x: number, y: number): string =>
    `M${short(x)} ${short(y - height / 2)}l${short(width / 2)} ${short(height / 2)}l${short(-width / 2)} ${short(height / 2)}l${short(-width / 2)} ${short(-height / 2)}z`;
  const faint = repeated(5, (row) => repeated(5, (column) => diamond(column * width, row * height)));
  const trellis = repeated(13, (at) => {
    const x = (at - 4) * width;
    return `M${short(x)} 0L${short(x + FRAME.width)} ${FRAME.height}M${short(x)} 0L${short(x - FRAME.width)} ${FRAME.height}`;
  });
  return { lines: trellis, faint };
}

function repeated(times: number, drawn: (at: number) => string): string {
  return Array.from({ length: times }, (_, at) => drawn(at)).join("");
}

function short(number: number): string {
  return String(Math.round(number * 10) / 10);
}
