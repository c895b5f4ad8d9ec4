/** The plot of a day's return: one band of confidence, theory dashed, actual solid, clipped at the frame. Pure. */
import { BAND_SIGMAS } from "../../wire/protocol/thresholds.generated";
import type { ReturnPoint } from "../../wire/rest.generated";

export type Frame = { readonly width: number; readonly height: number };
export type Funnel = {
  readonly band: string;
  readonly theory: string;
  readonly actual: string;
  readonly end: { readonly x: number; readonly y: number } | null;
  readonly ticks: readonly { readonly y: number; readonly percent: number }[];
  readonly shoes: readonly { readonly x: number; readonly shoe: number }[];
};

const STEPS = [1, 2, 4, 5, 10, 20, 50, 100]; // percent between two lines
const LINES_MAX = 5;
const SHOES_MAX = 5;
const LEAST_HALF = 0.02; // of the scale, so that a quiet day is not drawn as a storm
const WIDEST_HALF = 0.5;

/** The scale holds the last half of the band and of the actual line; what strays further is clipped. */
export function scaleOf(points: readonly ReturnPoint[]): { readonly low: number; readonly high: number } {
  const last = points.at(-1);
  if (!last) return { low: 0.9, high: 1.1 };
  const late = points.slice(Math.floor(points.length / 2));
  const half = Math.min(
    WIDEST_HALF,
    Math.max(LEAST_HALF, ...late.map((point) => Math.max(point.band, Math.abs(point.actual - last.exact)) * 1.15)),
  );
  return { low: last.exact - half, high: last.exact + half };
}

export function ticksOf(low: number, high: number): readonly number[] {
  const step = STEPS.find((each) => ((high - low) * 100) / each <= LINES_MAX) ?? 100;
  const first = Math.ceil((low * 100) / step) * step;
  const count = Math.max(0, Math.floor((high * 100 - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

export function funnelOf(points: readonly ReturnPoint[], { width, height }: Frame): Funnel {
  const { low, high } = scaleOf(points);
  const rounds = points.at(-1)?.rounds ?? 1;
  const x = (point: ReturnPoint): number => (point.rounds / rounds) * width;
  const y = (value: number): number => ((high - value) / (high - low)) * height;
  const held = (value: number): number => Math.min(height, Math.max(0, y(value)));
  const line = (value: (point: ReturnPoint) => number): string =>
    points.map((point, index) => `${index ? "L" : "M"}${fixed(x(point))} ${fixed(held(value(point)))}`).join("");
  const upper = points.map((point) => `${fixed(x(point))} ${fixed(held(point.exact + point.band))}`);
  const lower = points.map((point) => `${fixed(x(point))} ${fixed(held(point.exact - point.band))}`).toReversed();
  const last = points.at(-1);
  return {
    band: points.length > 1 ? `M${[...upper, ...lower].join("L")}Z` : "",
    theory: line((point) => point.exact),
    actual: line((point) => point.actual),
    end: last ? { x: x(last), y: held(last.actual) } : null,
    ticks: ticksOf(low, high).map((percent) => ({ percent, y: y(percent / 100) })),
    shoes: shoesOf(points, x),
  };
}

/** Where shoes begin, as many as fit. */
function shoesOf(
  points: readonly ReturnPoint[],
  x: (point: ReturnPoint) => number,
): readonly { readonly x: number; readonly shoe: number }[] {
  const begins = points.filter((point, index) => index === 0 || point.shoe !== points[index - 1]?.shoe);
  const every = Math.max(1, Math.ceil(begins.length / SHOES_MAX));
  return begins.filter((_, index) => index % every === 0).map((point) => ({ x: x(point), shoe: point.shoe }));
}

function fixed(value: number): string {
  return value.toFixed(1);
}

const FOREST_SIGMAS = 4; // to each side of the middle

/** Where a bet's dot stands on its bar, 0 to 1, and where the 95 % band begins and ends. */
export function forestPlace(deviations: number | null): number {
  const held = Math.min(FOREST_SIGMAS, Math.max(-FOREST_SIGMAS, deviations ?? 0));
  return 0.5 + held / (2 * FOREST_SIGMAS);
}
export const FOREST_BAND = { from: forestPlace(-BAND_SIGMAS), to: forestPlace(BAND_SIGMAS) };
