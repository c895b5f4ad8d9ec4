/** The room behind the table: a dim wall with curtains, lamps out of focus, and the lamp over the dealer. */
import { blur, downwards, line, round, short } from "./ink";

export interface Backdrop {
  readonly id: string;
  readonly width: number;
  readonly height: number; // of the wall, down to the table's far edge
  readonly unit: number; // 1 at 1440 wide
  readonly isDay: boolean;
}

/** Lamps far away: part of the width, part of the height, radius in units, strength. */
const LIGHTS: readonly (readonly [
  x: number,
  y: number,
  radius: number,
  tone: "warm" | "pale" | "ember",
  strength: number,
])[] = [
  [0.05, 0.3, 27, "warm", 0.3],
  [0.12, 0.62, 15, "warm", 0.26],
  [0.19, 0.24, 20, "pale", 0.18],
  [0.27, 0.56, 11, "ember", 0.36],
  [0.335, 0.74, 8, "ember", 0.34],
  [0.665, 0.6, 10, "ember", 0.34],
  [0.74, 0.3, 21, "pale", 0.2],
  [0.81, 0.66, 13, "warm", 0.28],
  [0.885, 0.4, 17, "ember", 0.24],
  [0.955, 0.34, 29, "warm", 0.28],
];
const TONES = { warm: "#e8b96a", pale: "#f6dfae", ember: "#b9754a" } as const;
const FOLD = 46; // between two folds of the curtain, in units

export function backdrop(place: Backdrop): string {
  const { id, width, height, unit, isDay } = place;
  const wall = isDay
    ? downwards(`${id}-wall`, [
        [0, "#efe8d8"],
        [0.7, "#ddd3bf"],
        [1, "#b9ad96"],
      ])
    : round(`${id}-wall`, [0.5, 0.35], 0.62, [
        [0, "#43301d"],
        [0.42, "#241a12"],
        [0.8, "#100e0b"],
        [1, "#080a09"],
      ]);
  const lamp = round(`${id}-lamp`, [0.5, 0.4], 0.5, [
    [0, isDay ? "#fffaf0" : "#ffdca0", isDay ? 0.85 : 0.5],
    [0.5, isDay ? "#fff6e2" : "#d99a4e", isDay ? 0.3 : 0.16],
    [1, "#c98a45", 0],
  ]);
  const half = 330 * unit;
  return (
    `<svg width="${short(width)}" height="${short(height)}"><defs>${wall}${lamp}${blur(`${id}-far`, 7 * unit)}</defs>` +
    `<rect width="${short(width)}" height="${short(height)}" fill="url(#${id}-wall)"/>` +
    curtain(place) +
    `<ellipse cx="${short(width / 2)}" cy="${short(height * 0.52)}" rx="${short(half)}" ry="${short(height * 0.9)}" fill="url(#${id}-lamp)"/></svg>`
  );
}

/** Heavy cloth in soft folds, darker to the sides, where no lamp reaches. */
function curtain({ id, width, height, unit, isDay }: Backdrop): string {
  const folds = Math.ceil(width / (FOLD * unit));
  let dark = "";
  let lit = "";
  for (let fold = 0; fold <= folds; fold++) {
    const x = (fold + 0.24 * Math.sin(fold * 2.4)) * FOLD * unit;
    const sway = 6 * unit * Math.sin(fold * 1.7);
    dark += `M${short(x)} 0Q${short(x + sway)} ${short(height / 2)} ${short(x)} ${short(height)}`;
    lit += `M${short(x + 17 * unit)} 0Q${short(x + 17 * unit + sway)} ${short(height / 2)} ${short(x + 17 * unit)} ${short(height)}`;
  }
  return (
    `<g filter="url(#${id}-far)">` +
    line(dark, isDay ? "#8f8064" : "#000000", 15 * unit, isDay ? 0.22 : 0.4) +
    line(lit, isDay ? "#fffaf0" : "#8a5a34", 9 * unit, isDay ? 0.5 : 0.2) +
    `</g>`
  );
}

/** Lamps out of focus, each with the fine bright rim of a lens. Left out on slow devices. */
export function bokeh({ id, width, height, unit }: Backdrop): string {
  const tones = Object.entries(TONES).map(([tone, colour]) =>
    round(`${id}-${tone}`, [0.5, 0.5], 0.5, [
      [0, colour, 0.62],
      [0.72, colour, 0.78],
      [0.9, colour, 1],
      [1, colour, 0],
    ]),
  );
  const lights = LIGHTS.map(([x, y, radius, tone, strength]) => {
    const place = `cx="${short(x * width)}" cy="${short(y * height)}" r="${short(radius * unit)}"`;
    return `<circle ${place} fill="url(#${id}-${tone})" opacity="${strength}"/>`;
  });
  return `<defs>${tones.join("")}${blur(`${id}-haze`, 1.2 * unit)}</defs><g filter="url(#${id}-haze)">${lights.join("")}</g>`;
}
