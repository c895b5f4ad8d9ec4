/**
 * Draws a bent card on a canvas: the flat back, the roll in narrow strips, the flap with its printed face, lit from the
 * upper left. No filters and no blur, because they cost whole frames without a GPU.
 */
import {
  bandMatrix,
  behind,
  between,
  flapMatrix,
  landing,
  mapped,
  outlineOf,
  type Fold,
  type Matrix,
  type Point,
  type Polygon,
  type Size,
} from "./fold";

export interface CardPictures {
  readonly back: CanvasImageSource;
  readonly face: CanvasImageSource; // as it is printed, upright when the card is turned over sideways
}

const STRIPS_BELOW = 5; // of the lower half of the roll, which shows the back
const STRIPS_ABOVE = 9; // of its upper half, which shows the face
const OVERLAP = 0.8; // of neighbouring strips, so that no seam shines through
const LIGHT = { x: -0.34, y: -0.46, z: 0.82 };
const LIMB = 0.22;
const HALO = [26, 19, 13, 8, 4];
export const CORNER_OF_WIDTH = 0.072;

export function cornerRadius(size: Size): number {
  return CORNER_OF_WIDTH * Math.min(size.width, size.height);
}

/** The context's origin is the card's upper left corner; the caller has cleared the canvas. */
export function paintCard(
  context: CanvasRenderingContext2D,
  size: Size,
  fold: Fold | null,
  pictures: CardPictures,
): void {
  const shape = outlineOf(size, cornerRadius(size));
  if (fold === null) {
    paintHalo(context, shape, 0.05);
    context.drawImage(pictures.back, 0, 0, size.width, size.height);
    return;
  }
  const flat = between(shape, fold, -Infinity, OVERLAP);
  if (flat.length > 2) {
    paintHalo(context, flat, 0.05);
    paintPart(context, flat, null, pictures.back, size, false);
  }
  paintRoll(context, shape, size, fold, pictures.back, false);
  const risen = between(shape, fold, (Math.PI / 2) * fold.radius, Infinity);
  if (risen.length < 3) return;
  paintHalo(
    context,
    risen.map((point) => landing(fold, point)),
    0.085,
  );
  paintRoll(context, shape, size, fold, pictures.face, true);
  paintFlap(context, shape, size, fold, pictures.face);
}

function paintRoll(
  context: CanvasRenderingContext2D,
  shape: Polygon,
  size: Size,
  fold: Fold,
  picture: CanvasImageSource,
  isFace: boolean,
): void {
  const quarter = (Math.PI / 2) * fold.radius;
  const [from, to] = isFace ? [quarter, Math.min(2 * quarter, fold.curled)] : [0, Math.min(quarter, fold.curled)];
  const strips = isFace ? STRIPS_ABOVE : STRIPS_BELOW;
  if (to <= from) return;
  for (let strip = 0; strip < strips; strip++) {
    const start = from + ((to - from) * strip) / strips;
    const end = from + ((to - from) * (strip + 1)) / strips;
    const matrix = bandMatrix(fold, start, end);
    const squeezed = Math.abs((Math.cos(start / fold.radius) + Math.cos(end / fold.radius)) / 2);
    const more = Math.min(6, OVERLAP / Math.max(0.1, squeezed));
    const part = between(shape, fold, Math.max(0, start - more), end + more);
    if (part.length < 3) continue;
    const shade = shadeOf(fold, (start + end) / 2 / fold.radius, isFace);
    paintPart(context, part, matrix, picture, size, isFace, shade);
  }
}

/** A part of the card, moved to where it is seen, with its print and its shading. */
function paintPart(
  context: CanvasRenderingContext2D,
  part: Polygon,
  matrix: Matrix | null,
  picture: CanvasImageSource,
  size: Size,
  isFace: boolean,
  shade = 0,
): void {
  context.save();
  if (matrix) context.transform(...matrix);
  trace(context, part);
  context.clip();
  if (isFace) context.transform(-1, 0, 0, 1, size.width, 0);
  context.drawImage(picture, 0, 0, size.width, size.height);
  if (shade > 0.004) {
    context.fillStyle = `rgb(14 18 22 / ${shade.toFixed(3)})`;
    context.fillRect(0, 0, size.width, size.height);
  }
  context.restore();
}

function paintFlap(
  context: CanvasRenderingContext2D,
  shape: Polygon,
  size: Size,
  fold: Fold,
  face: CanvasImageSource,
): void {
  const half = Math.PI * fold.radius;
  const part = between(shape, fold, half, Infinity);
  if (part.length < 3) return;
  const matrix = flapMatrix(fold);
  paintPart(context, part, matrix, face, size, true, 0);
  const seen = part.map((point) => mapped(matrix, point));
  const reach = Math.max(1, fold.curled - half);
  const start = pointAt(fold, 0);
  const end = pointAt(fold, -reach);
  const light = context.createLinearGradient(start.x, start.y, end.x, end.y);
  const soft = Math.min(0.9, (2.2 * fold.radius) / reach);
  light.addColorStop(0, `rgb(14 18 22 / ${shadeOf(fold, Math.PI * 0.97, true).toFixed(3)})`);
  light.addColorStop(soft * 0.45, "rgb(14 18 22 / 0.015)");
  light.addColorStop(soft, "rgb(14 18 22 / 0.05)");
  light.addColorStop(1, "rgb(14 18 22 / 0.09)");
  trace(context, seen);
  context.fillStyle = light;
  context.fill();
  strokeFreeEdge(context, part, matrix, fold);
}

/** The cut edge of the paper, without the line where the flap joins the roll. */
function strokeFreeEdge(context: CanvasRenderingContext2D, part: Polygon, matrix: Matrix, fold: Fold): void {
  const isJoint = (point: Point): boolean => behind(fold, point) < Math.PI * fold.radius + 0.01;
  context.beginPath();
  part.forEach((point, index) => {
    const next = part[(index + 1) % part.length] ?? point;
    if (isJoint(point) && isJoint(next)) return;
    const [from, to] = [mapped(matrix, point), mapped(matrix, next)];
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  });
  context.lineWidth = 1;
  context.strokeStyle = "rgb(14 18 22 / 0.28)";
  context.stroke();
}

/** How dark the roll is at an angle: white where it faces the light, grey where it turns away. */
function shadeOf(fold: Fold, angle: number, isFace: boolean): number {
  const outwards = Math.sin(angle) * (isFace ? -1 : 1);
  const up = Math.cos(angle) * (isFace ? -1 : 1);
  const lit = outwards * (fold.normal.x * LIGHT.x + fold.normal.y * LIGHT.y) + up * LIGHT.z;
  const limb = isFace ? LIMB * (1 - up) ** 3 : 0; // even lit paper darkens where it turns away from the eye
  return Math.min(0.6, Math.max(0, (0.92 - lit) * (isFace ? 0.42 : 0.5) - 0.03) + limb);
}

/** A soft shadow without blur: the outline drawn narrower and narrower, a little darker each time. */
function paintHalo(context: CanvasRenderingContext2D, shape: Polygon, strength: number): void {
  context.save();
  context.translate(3, 6);
  context.lineJoin = "round";
  context.strokeStyle = `rgb(0 0 0 / ${strength})`;
  trace(context, shape);
  for (const width of HALO) {
    context.lineWidth = width;
    context.stroke();
  }
  context.restore();
}

function trace(context: CanvasRenderingContext2D, shape: Polygon): void {
  context.beginPath();
  shape.forEach(({ x, y }, index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.closePath();
}

/** On the card's axis along the pull, so far outside the fold line. */
function pointAt(fold: Fold, outside: number): Point {
  return { x: fold.normal.x * (fold.line - outside), y: fold.normal.y * (fold.line - outside) };
}
