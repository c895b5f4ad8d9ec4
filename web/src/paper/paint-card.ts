/**
 * Draws a bent card on a canvas: the flat back, the roll in narrow strips, the flap with its printed face, lit from the
 * upper left. Shadows are one blurred picture of the whole card, laid where the flap lies, and the roll is shaded by one
 * gradient: nothing is blurred per frame, and nothing has bands.
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
  readonly shadow: CanvasImageSource; // of the whole card, with SHADOW_ROOM around it
}

export const SHADOW_ROOM = 40;
const STRIPS_BELOW = 5; // of the lower half of the roll, which shows the back
const STRIPS_ABOVE = 10; // of its upper half, which shows the face
const OVERLAP = 0.8; // of neighbouring strips, so that no seam shines through
const LIGHT = { x: -0.34, y: -0.46, z: 0.82 };
const LIMB = 0.22;
const STOPS = 10;
const INK = "14 18 22";
const FAR = 4_000;
export const CORNER_OF_WIDTH = 0.072;

export function cornerRadius(size: Size): number {
  return CORNER_OF_WIDTH * Math.min(size.width, size.height);
}

/** The context's origin is the card's upper left corner; the caller has cleared the canvas. */
export function paintCard(
  context: CanvasRenderingContext2D,
  size: Size,
  folds: readonly Fold[],
  pictures: CardPictures,
): void {
  const shape = outlineOf(size, cornerRadius(size));
  const lying = folds.reduce((part, fold) => between(part, fold, -Infinity, OVERLAP), shape);
  paintShadow(context, size, folds, null, pictures.shadow);
  if (lying.length > 2) paintPart(context, lying, null, pictures.back, size, false);
  for (const fold of folds) {
    const others = folds.filter((other) => other !== fold);
    const part = others.reduce((rest, other) => between(rest, other, -Infinity, 0), shape);
    paintFold(context, part, size, fold, pictures);
  }
}

function paintFold(
  context: CanvasRenderingContext2D,
  shape: Polygon,
  size: Size,
  fold: Fold,
  pictures: CardPictures,
): void {
  paintRoll(context, shape, size, fold, pictures.back, false);
  const risen = between(shape, fold, (Math.PI / 2) * fold.radius, Infinity);
  if (risen.length < 3) return;
  paintShadow(context, size, [fold], flapMatrix(fold), pictures.shadow);
  paintRoll(context, shape, size, fold, pictures.face, true);
  paintFlap(context, shape, size, fold, pictures.face);
}

/**
 * The shadow of the flat card, or of its flap: the whole card's, as far as that part reaches. A flap lies higher, so
 * its shadow falls further.
 */
function paintShadow(
  context: CanvasRenderingContext2D,
  size: Size,
  folds: readonly Fold[],
  flap: Matrix | null,
  shadow: CanvasImageSource,
): void {
  const table: Polygon = [
    { x: -FAR, y: -FAR },
    { x: FAR, y: -FAR },
    { x: FAR, y: FAR },
    { x: -FAR, y: FAR },
  ];
  const reach = flap ? 0 : 0.9;
  const part = folds.reduce((rest, fold) => between(rest, fold, -Infinity, reach * fold.radius), table);
  if (part.length < 3) return;
  const height = flap ? (folds[0]?.radius ?? 0) : 0;
  context.save();
  trace(context, part);
  context.clip();
  context.translate(flap ? 0.1 * height : 3, 6 + 0.2 * height);
  if (flap) context.transform(...flap);
  const [width, long] = [size.width + 2 * SHADOW_ROOM, size.height + 2 * SHADOW_ROOM];
  context.drawImage(shadow, -SHADOW_ROOM, -SHADOW_ROOM, width, long);
  context.restore();
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
    const squeezed = Math.abs((Math.cos(start / fold.radius) + Math.cos(end / fold.radius)) / 2);
    const more = Math.min(6, OVERLAP / Math.max(0.1, squeezed));
    const part = between(shape, fold, Math.max(0, start - more), end + more);
    if (part.length > 2) paintPart(context, part, bandMatrix(fold, start, end), picture, size, isFace);
  }
  shadeRoll(context, between(shape, fold, from, to), fold, { from, to, isFace });
}

/** One gradient across the roll: from its top, where paper stands upright, to where it lies. */
function shadeRoll(
  context: CanvasRenderingContext2D,
  part: Polygon,
  fold: Fold,
  { from, to, isFace }: { readonly from: number; readonly to: number; readonly isFace: boolean },
): void {
  if (part.length < 3) return;
  const [start, end] = [pointAt(fold, 0), pointAt(fold, fold.radius)];
  const light = context.createLinearGradient(start.x, start.y, end.x, end.y);
  for (let stop = 0; stop <= STOPS; stop++) {
    const sine = stop / STOPS;
    const angle = isFace ? Math.PI - Math.asin(sine) : Math.asin(sine);
    light.addColorStop(sine, `rgb(${INK} / ${shadeOf(fold, angle, isFace).toFixed(3)})`);
  }
  trace(
    context,
    finely(part, Math.max(1, (to - from) / 12)).map((point) => landing(fold, point)),
  );
  context.fillStyle = light;
  context.fill();
}

/** A part of the card with its print, moved to where it is seen. */
function paintPart(
  context: CanvasRenderingContext2D,
  part: Polygon,
  matrix: Matrix | null,
  picture: CanvasImageSource,
  size: Size,
  isFace: boolean,
): void {
  context.save();
  if (matrix) context.transform(...matrix);
  trace(context, part);
  context.clip();
  if (isFace) context.transform(-1, 0, 0, 1, size.width, 0);
  context.drawImage(picture, 0, 0, size.width, size.height);
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
  const part = between(shape, fold, half - OVERLAP, Infinity);
  if (part.length < 3 || fold.curled <= half) return;
  const matrix = flapMatrix(fold);
  paintPart(context, part, matrix, face, size, true);
  const reach = Math.max(1, fold.curled - half);
  const [start, end] = [pointAt(fold, 0), pointAt(fold, -reach)];
  const light = context.createLinearGradient(start.x, start.y, end.x, end.y);
  const soft = Math.min(0.9, (2.6 * fold.radius) / reach);
  light.addColorStop(0, `rgb(${INK} / ${shadeOf(fold, Math.PI, true).toFixed(3)})`);
  light.addColorStop(soft * 0.4, `rgb(${INK} / 0.012)`);
  light.addColorStop(soft, `rgb(${INK} / 0.035)`);
  light.addColorStop(1, `rgb(${INK} / 0.085)`);
  trace(
    context,
    part.map((point) => mapped(matrix, point)),
  );
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
  context.lineWidth = 0.75;
  context.strokeStyle = `rgb(${INK} / 0.3)`;
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

/** The same outline with no side longer than `most`: what is straight on flat paper is curved on the roll. */
function finely(shape: Polygon, most: number): Polygon {
  return shape.flatMap((point, index) => {
    const next = shape[(index + 1) % shape.length] ?? point;
    const parts = Math.min(24, Math.max(1, Math.ceil(Math.hypot(next.x - point.x, next.y - point.y) / most)));
    return Array.from({ length: parts }, (_, part) => ({
      x: point.x + ((next.x - point.x) * part) / parts,
      y: point.y + ((next.y - point.y) * part) / parts,
    }));
  });
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
