/** A day's win as curves: what was won, what theory says, and the band in which chance leaves it 95 times of 100. */
import { BAND_SIGMAS } from "../../wire/protocol/thresholds.generated";
import type { FigureLine } from "../../wire/rest.generated";

export type Point = { readonly hour: number; readonly win: number; readonly theory: number; readonly spread: number };

const HOURS = 24;

/** Added up from hour to hour; hours without rounds keep what was before them. Nothing is drawn after the last. */
export function addedUp(hours: readonly FigureLine[]): readonly Point[] {
  const byHour = new Map(hours.map((line) => [Number(line.id), line]));
  const last = Math.max(0, ...byHour.keys());
  const points: Point[] = [{ hour: 0, win: 0, theory: 0, spread: 0 }];
  let win = 0;
  let theory = 0;
  let variance = 0;
  for (let hour = 0; hour <= Math.min(last, HOURS); hour += 1) {
    const line = byHour.get(hour);
    win += line?.win ?? 0;
    theory += line?.theory ?? 0;
    variance += (line?.one_sigma ?? 0) ** 2;
    points.push({ hour: hour + 1, win, theory, spread: BAND_SIGMAS * Math.sqrt(variance) });
  }
  return points;
}

export type Frame = { readonly width: number; readonly height: number; readonly low: number; readonly high: number };

/** Room for every curve, with zero always inside. */
export function frameOf(points: readonly Point[], width: number, height: number): Frame {
  const values = points.flatMap((point) => [point.win, point.theory - point.spread, point.theory + point.spread, 0]);
  const low = Math.min(...values);
  const high = Math.max(...values);
  return { width, height, low, high: high === low ? low + 1 : high };
}

export function x(frame: Frame, hour: number): number {
  return (hour / HOURS) * frame.width;
}

export function y(frame: Frame, value: number): number {
  return frame.height - ((value - frame.low) / (frame.high - frame.low)) * frame.height;
}

export function curve(frame: Frame, points: readonly Point[], value: (point: Point) => number): string {
  return points.map((point) => `${x(frame, point.hour).toFixed(1)},${y(frame, value(point)).toFixed(1)}`).join(" ");
}

export function band(frame: Frame, points: readonly Point[]): string {
  const upper = curve(frame, points, (point) => point.theory + point.spread);
  const lower = curve(frame, [...points].reverse(), (point) => point.theory - point.spread);
  return `${upper} ${lower}`;
}

/** A round number of which a few fit below a value: 50, 100, 200 … for the lines of a scale. */
export function stepFor(value: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, value / 3)));
  return [1, 2, 5, 10].map((each) => each * size).find((each) => value / each <= 4) ?? 10 * size;
}
