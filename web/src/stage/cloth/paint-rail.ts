/** The rail around the cloth: a strip of wood, a padded roll of leather with its stitching, a brass inlay. */
import type { Palette } from "./palette";
import type { Plan } from "../plan-types";
import { lineOnCloth, pathOf } from "../shapes";

const BANDS = 26; // the roll's roundness, from the cloth outwards
const WOOD = 0.2; // of the rail
const BAND_OVERLAPS = 1.6;

export function paintRail(context: CanvasRenderingContext2D, plan: Plan, colour: Palette): void {
  const { camera, cloth } = plan;
  const line = (outward: number) => lineOnCloth(camera, -outward, -cloth.reach, cloth.reach);
  const wood = cloth.rail * WOOD;
  const leather = cloth.rail - wood;
  const band = (from: number, to: number, paint: string) => {
    context.fillStyle = paint;
    context.fill(new Path2D(`${pathOf([...line(from), ...line(to).toReversed()])}z`));
  };
  const stroke = (outward: number, width: number, paint: string, opacity = 1, dashes: number[] = []) => {
    context.save();
    context.globalAlpha = opacity;
    context.strokeStyle = paint;
    context.lineWidth = width;
    context.setLineDash(dashes);
    context.stroke(new Path2D(pathOf(line(outward))));
    context.restore();
  };

  band(0, wood, colour("wood"));
  stroke(wood * 0.35, wood * 0.25, colour("wood-light"), 0.55);
  for (let index = 0; index < BANDS; index++) {
    const to = Math.min(1, (index + BAND_OVERLAPS) / BANDS);
    const light = Math.min(1, roundness((index + 0.5) / BANDS) * 1.15);
    band(wood + (leather * index) / BANDS, wood + leather * to, colour.mixed("leather-deep", "leather", light));
  }
  for (const [width, opacity] of [
    [0.16, 0.05],
    [0.11, 0.07],
    [0.06, 0.08],
  ] as const)
    stroke(wood + leather * 0.3, cloth.rail * width, colour("leather-shine"), opacity);
  stroke(wood + leather * 0.27, 1.2, colour("leather-shine"), 0.22);
  stroke(wood + leather * 0.1, 1.4, colour("stitch"), 0.75, [6, 4.5]);
  stroke(0, 4, colour("lip-low"));
  stroke(1.6, 1.8, colour("print"));
}

/** How much light a padded roll catches, from its inner side (0) to its outer (1). */
function roundness(at: number): number {
  const across = at * 2 - 1;
  const bulge = Math.sqrt(Math.max(0, 1 - across * across * 0.96));
  const light = Math.max(0, Math.cos((at - 0.3) * 2.6));
  return bulge * (0.25 + 0.75 * light ** 1.6);
}
