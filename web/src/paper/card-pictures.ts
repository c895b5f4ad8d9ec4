/**
 * Faces and backs as bitmaps, rendered once each from the components that the table uses, without the corner index.
 * Colours are read from the page first, because a standalone SVG knows nothing of its style sheets.
 */
import { flushSync, mount, unmount } from "svelte";
import { loadBack } from "../cards/backs.svelte";
import Card from "../cards/card.svelte";
import { settings } from "../settings/settings.svelte";
import type { Size } from "./fold";
import { cornerRadius, SHADOW_ROOM } from "./paint-card";

export type Underside = { readonly face: string } | "blank" | "back";

const KEPT = 40;
const SHADOWS = [
  [34, 0.6],
  [12, 0.45],
] as const; // how wide each is blurred, and how dark it is
const LOOK = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "letter-spacing",
] as const;
const made = new Map<string, Promise<HTMLCanvasElement>>();

/** `size` is that of the upright card; `turns` are quarter turns clockwise, `scale` the device pixel ratio. */
export function cardPicture(of: Underside, size: Size, turns: number, scale: number): Promise<HTMLCanvasElement> {
  const name = typeof of === "string" ? of : of.face;
  const look = of === "back" ? settings.cardBack : settings.felt;
  const key = `${name}/${size.width}/${turns}/${scale}/${look}`;
  const before = made.get(key);
  if (before) return before;
  if (made.size >= KEPT) made.delete([...made.keys()][0] ?? "");
  const picture =
    of === "blank" ? Promise.resolve(blank(size, turns, scale)) : drawn(of === "back" ? "" : name, size, turns, scale);
  made.set(key, picture);
  return picture;
}

const shadows = new Map<string, HTMLCanvasElement>();

/** The blurred shadow of a whole card as it lies, made once: blurring costs whole frames without a GPU. */
export function shadowPicture(size: Size, scale: number): HTMLCanvasElement {
  const key = `${size.width}/${size.height}/${scale}`;
  const before = shadows.get(key);
  if (before) return before;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((size.width + 2 * SHADOW_ROOM) * scale);
  canvas.height = Math.round((size.height + 2 * SHADOW_ROOM) * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser has no canvas");
  context.scale(scale, scale);
  context.shadowOffsetX = 10_000 * scale; // the card itself is drawn out of sight
  for (const [blur, strength] of SHADOWS) {
    context.shadowBlur = blur * scale;
    context.shadowColor = `rgb(0 0 0 / ${strength})`;
    context.beginPath();
    context.roundRect(SHADOW_ROOM - 10_000, SHADOW_ROOM, size.width, size.height, cornerRadius(size));
    context.fill();
  }
  shadows.set(key, canvas);
  return canvas;
}

async function drawn(face: string, size: Size, turns: number, scale: number): Promise<HTMLCanvasElement> {
  if (face === "") await loadBack(settings.cardBack);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(face, size))}`;
  await image.decode();
  const [canvas, context] = emptyCanvas(size, turns, scale);
  context.drawImage(image, 0, 0, size.width, size.height);
  return canvas;
}

function blank(size: Size, turns: number, scale: number): HTMLCanvasElement {
  const [canvas, context] = emptyCanvas(size, turns, scale);
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--card-paper");
  context.beginPath();
  context.roundRect(0, 0, size.width, size.height, cornerRadius(size));
  context.fill();
  return canvas;
}

/** What is drawn upright appears turned. */
function emptyCanvas(size: Size, turns: number, scale: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const isAcross = turns % 2 !== 0;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((isAcross ? size.height : size.width) * scale);
  canvas.height = Math.round((isAcross ? size.width : size.height) * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser has no canvas");
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.scale(scale, scale);
  context.translate(-size.width / 2, -size.height / 2);
  return [canvas, context];
}

function standalone(face: string, size: Size): string {
  const host = document.createElement("div");
  host.className = "visually-hidden";
  document.body.append(host);
  const card = mount(Card, { target: host, props: { face, hasIndex: false } });
  flushSync();
  const svg = host.querySelector("svg");
  if (!svg) throw new Error("a card without a drawing");
  const elements = [svg, ...svg.querySelectorAll<SVGElement>("*")];
  const looks = elements.map((element) => LOOK.map((property) => getComputedStyle(element).getPropertyValue(property)));
  elements.forEach((element, at) => {
    LOOK.forEach((property, which) => element.setAttribute(property, looks[at]?.[which] ?? ""));
    element.removeAttribute("class"); // last: a child's style may depend on its parent's class
  });
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("width", String(size.width));
  svg.setAttribute("height", String(size.height));
  const text = new XMLSerializer().serializeToString(svg);
  void unmount(card);
  host.remove();
  return text;
}
