/**
 * What all drawings share. A drawing is a piece of SVG that stands alone: it becomes a bitmap outside of the page, where
 * neither the page's colours nor its gradients are known, so it brings its own, under ids that begin with its place's.
 */
import type { Point } from "../../stage/camera";

export interface Place {
  readonly id: string; // no other drawing of the picture has it
  readonly x: number; // middle of the foot
  readonly y: number; // foot
  readonly width: number;
}

export type Stop = readonly [offset: number, colour: string, opacity?: number];

/** A number as short as a picture needs it. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Two colours (#rrggbb) mixed: 0 is the first, 1 the other. */
export function mix(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((from) => {
    const [first, second] = [one, other].map((colour) => parseInt(colour.slice(from, from + 2), 16)) as [
      number,
      number,
    ];
    return Math.round(first + (second - first) * share)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

export function darker(colour: string, share: number): string {
  return mix(colour, "#000000", share);
}

export function lighter(colour: string, share: number): string {
  return mix(colour, "#ffffff", share);
}

const stopsOf = (stops: readonly Stop[]): string =>
  stops
    .map(([offset, colour, opacity]) => {
      const veil = opacity === undefined ? "" : ` stop-opacity="${opacity}"`;
      return `<stop offset="${offset}" stop-color="${colour}"${veil}/>`;
    })
    .join("");

export function downwards(id: string, stops: readonly Stop[]): string {
  return `<linearGradient id="${id}" x2="0" y2="1">${stopsOf(stops)}</linearGradient>`;
}

export function across(id: string, stops: readonly Stop[]): string {
  return `<linearGradient id="${id}">${stopsOf(stops)}</linearGradient>`;
}

export function round(id: string, [x, y]: Point, radius: number, stops: readonly Stop[]): string {
  return `<radialGradient id="${id}" cx="${x}" cy="${y}" r="${radius}">${stopsOf(stops)}</radialGradient>`;
}

export function blur(id: string, deviation: number): string {
  const room = `x="-50%" y="-50%" width="200%" height="200%"`;
  return `<filter id="${id}" ${room}><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
}

export function fill(path: string, paint: string, opacity = 1): string {
  return `<path d="${path}" fill="${paint}"${opacity === 1 ? "" : ` opacity="${opacity}"`}/>`;
}

export function line(path: string, paint: string, width: number, opacity = 1): string {
  const veil = opacity === 1 ? "" : ` opacity="${opacity}"`;
  return `<path d="${path}" fill="none" stroke="${paint}" stroke-width="${width}" stroke-linecap="round"${veil}/>`;
}

/** A drawing made in a box of its own, `drawn` wide with its foot at (drawn / 2, foot), set in its place. */
export function placed(place: Place, drawn: number, foot: number, markup: string): string {
  const scale = place.width / drawn;
  const [x, y] = [place.x - (drawn / 2) * scale, place.y - foot * scale];
  return `<g transform="translate(${short(x)} ${short(y)}) scale(${scale.toFixed(4)})">${markup}</g>`;
}
