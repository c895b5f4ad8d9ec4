/** The geometry of a session's chart: net over rounds, from zero before the first one. Plain figures in, paths out. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly net: number;
}

export interface Tick {
  readonly y: number;
  readonly value: number;
}

export interface Chart {
  readonly spots: readonly Spot[]; // the first is zero, before the first round
  readonly line: string;
  readonly area: string; // between line and zero
  readonly zeroY: number;
  readonly ticks: readonly Tick[];
  readonly high: Spot | null; // only above zero
  readonly low: Spot | null; // only below zero
  readonly last: Spot;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const TICKS_AT_MOST = 6;
const STEPS = [1, 2, 2.5, 5, 10];

/** The smallest round step that needs no more ticks than fit. */
export function stepFor(span: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(span, 1) / TICKS_AT_MOST));
  return Math.max(1, power * (STEPS.find((step) => span <= step * power * TICKS_AT_MOST) ?? 10));
}

export function chartOf(nets: readonly number[], box: Box): Chart {
  const all = [0, ...nets];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const step = stepFor(most - least);
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(most / step) * step, low + step);
  const yOf = (net: number) => box.top + (box.height * (high - net)) / (high - low);
  const xOf = (index: number) => box.left + (box.width * index) / Math.max(1, all.length - 1);
  const spots = all.map((net, index) => ({ x: xOf(index), y: yOf(net), net }));
  const line = spots.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
  const last = spots.at(-1) as Spot; // there is at least the zero
  const ticks: Tick[] = [];
  for (let value = low; value <= high; value += step) ticks.push({ y: yOf(value), value });
  return {
    spots,
    line,
    area: `${line}L${round(last.x)} ${round(yOf(0))}L${round(box.left)} ${round(yOf(0))}Z`,
    zeroY: yOf(0),
    ticks,
    high: most > 0 ? (spots.find(({ net }) => net === most) ?? null) : null,
    low: least < 0 ? (spots.find(({ net }) => net === least) ?? null) : null,
    last,
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
