/**
 * The still layers of a table, painted once for a size, a theme and a fold: apron, cloth, dye of the main fields, weave
 * over it, darker corners, far lip, rail. Print stays live above them, so that nothing here takes its contrast.
 */
import type { Point } from "../camera";
import type { Corners } from "../homography";
import type { Palette } from "./palette";
import { paintRail } from "./paint-rail";
import type { Plan } from "../plan-types";
import { lineOnCloth, pathOf } from "../shapes";
import { weaveTile } from "../weave";

type Context = CanvasRenderingContext2D;

export function paintCloth(
  context: Context,
  plan: Plan,
  colour: Palette,
  { hasWeave }: { readonly hasWeave: boolean },
): void {
  const { camera, cloth } = plan;
  const outline = new Path2D(cloth.outline);
  paintApron(context, plan, colour);
  context.fillStyle = light(context, plan, colour);
  context.fill(outline);
  for (const name of ["player", "tie", "banker"] as const) paintDye(context, plan, name, colour);
  if (hasWeave) paintWeave(context, outline, colour);
  context.fillStyle = corners(context, plan, colour);
  context.fill(outline);
  const edge = new Path2D(pathOf(lineOnCloth(camera, 4, -cloth.reach, cloth.reach)));
  softly(context, edge, cloth.rail * 0.42, "rgb(0 0 0 / 1)", 0.5);
  for (const { cards } of Object.values(plan.hands))
    for (const corners of cards.slice(0, 2)) paintCardPlace(context, corners, colour);
  paintLip(context, plan, colour);
  paintRail(context, plan, colour);
}

function paintWeave(context: Context, outline: Path2D, colour: Palette): void {
  context.save();
  context.globalAlpha = Number(colour("weave")) || 1;
  context.fillStyle = context.createPattern(weaveTile(), "repeat") ?? "transparent";
  context.fill(outline);
  context.restore();
}

/** A lamp above the middle: brightest a third of the way from the dealer. */
function light(context: Context, plan: Plan, colour: Palette): CanvasGradient {
  const [x, y] = plan.camera.project([0, plan.camera.depth * 0.36]);
  const radius = Math.max(plan.width * 0.56, plan.height * 0.6);
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  gradient.addColorStop(0, colour("baize-light"));
  gradient.addColorStop(0.45, colour("baize"));
  gradient.addColorStop(1, colour("baize-deep"));
  return gradient;
}

function corners(context: Context, plan: Plan, colour: Palette): CanvasGradient {
  const [x, y] = plan.camera.project([0, plan.camera.depth * 0.5]);
  const radius = Math.max(plan.width * 0.6, plan.height * 0.72);
  const gradient = context.createRadialGradient(x, y, radius * 0.5, x, y, radius);
  gradient.addColorStop(0, "rgb(0 0 0 / 0)");
  gradient.addColorStop(1, colour("dark-corners"));
  return gradient;
}

function paintDye(context: Context, plan: Plan, name: "player" | "tie" | "banker", colour: Palette): void {
  const { path, middle, height } = plan.main[name];
  const bent = Math.abs(Math.sin((middle.angle * Math.PI) / 180)) * plan.main[name].width;
  const gradient = context.createLinearGradient(0, middle.y - (height + bent) / 2, 0, middle.y + (height + bent) / 2);
  gradient.addColorStop(0, colour(`dye-${name}-top`));
  gradient.addColorStop(1, colour(`dye-${name}`));
  context.fillStyle = gradient;
  context.fill(new Path2D(path));
}

const PLACE_CORNER = 0.09; // of a card's side

/** The outline printed where a card will lie. */
function paintCardPlace(context: Context, corners: Corners, colour: Palette): void {
  const towards = ([x, y]: Point, [toX, toY]: Point, share: number) =>
    [x + (toX - x) * share, y + (toY - y) * share] as const;
  const path = new Path2D();
  corners.forEach((corner, index) => {
    const [before, after] = [corners[(index + 3) % 4] ?? corner, corners[(index + 1) % 4] ?? corner];
    path.lineTo(...towards(corner, before, PLACE_CORNER));
    path.quadraticCurveTo(...corner, ...towards(corner, after, PLACE_CORNER));
  });
  path.closePath();
  context.fillStyle = "rgb(0 0 0 / 0.12)";
  context.fill(path);
  context.strokeStyle = colour.clear("print", 0.5);
  context.lineWidth = 1.3;
  context.stroke(path);
}

/** What is seen below the table, and the table's shadow on it. */
function paintApron(context: Context, { camera, cloth, width, height }: Plan, colour: Palette): void {
  const outer = lineOnCloth(camera, -cloth.rail - 8, -cloth.reach, cloth.reach);
  context.fillStyle = colour("apron");
  context.fill(new Path2D(`${pathOf([...outer, [width + 400, height + 200], [-400, height + 200]])}z`));
  softly(context, new Path2D(pathOf(outer)), cloth.rail, "rgb(0 0 0 / 1)", 0.6);
}

/** The wooden lip in front of the dealer, and its shadow on the cloth. */
function paintLip(context: Context, { camera, cloth, unit, arrangement }: Plan, colour: Palette): void {
  const [left, y] = camera.project([-cloth.reach * 1.2, 0]);
  const width = camera.project([cloth.reach * 1.2, 0])[0] - left;
  const high = Math.max(5, 11 * (arrangement === "phone" ? 0.8 : unit));
  const shadow = context.createLinearGradient(0, y, 0, y + high * 1.8);
  shadow.addColorStop(0, "rgb(0 0 0 / 0.45)");
  shadow.addColorStop(1, "rgb(0 0 0 / 0)");
  context.fillStyle = shadow;
  context.fillRect(left, y, width, high * 1.8);
  const wood = context.createLinearGradient(0, y - high, 0, y);
  wood.addColorStop(0, colour("lip-top"));
  wood.addColorStop(0.4, colour("lip"));
  wood.addColorStop(1, colour("lip-low"));
  context.fillStyle = wood;
  context.fillRect(left, y - high, width, high);
  context.fillStyle = colour.clear("wood-light", 0.7);
  context.fillRect(left, y - high, width, 1);
}

const SOFT_STEPS = 7;

/** A blurred line: several strokes, each a little narrower. */
function softly(context: Context, path: Path2D, width: number, paint: string, opacity: number): void {
  context.save();
  context.strokeStyle = paint;
  context.globalAlpha = opacity / SOFT_STEPS;
  for (let step = SOFT_STEPS; step > 0; step--) {
    context.lineWidth = (width * step) / SOFT_STEPS;
    context.stroke(path);
  }
  context.restore();
}
