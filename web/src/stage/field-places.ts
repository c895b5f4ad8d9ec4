/** The betting fields on the cloth: Player, Tie and Banker at the patron's edge, rows of side fields behind them. */
import type { Camera } from "./camera";
import type { Measures } from "./measures";
import type { Anchor, ChipPlace, FeltShape, MainField, SideField } from "./plan-types";
import { boxOnCloth, lineOnCloth, pathOf, slopeAt, type Area } from "./shapes";

const SIDE_RADIUS = 12;
const MAIN_RADIUS = 14;
const SMALL_TITLE = 30; // px
const HAIRLINE = 7; // units inside the edge
const LOWEST_ROW = 0.968; // of the main row's half width
const ROW_NARROWS = 0.113; // each row further in
const SMALLEST_WITH_TOTAL = 124; // units of width
const STACK = 0.85; // a stack of a few chips is as high, by the size of its chips
const CRAMPED = 66; // units of depth, of a narrow field: it has room for its name, its odds and one stack
const ASIDE = 0.78; // of a chip: how far from a field's middle one's stake and what it won stand
const NOTE_LINE = 13; // px of a note under the odds
const OTHERS_SIZE = 0.58; // of one's own chips
const CHIP_FLATTER = 0.04;
const LETTERS_FLATTER = 0.06; // large letters lean a little towards the patron

export type MainName = "player" | "tie" | "banker";

export function mainFields(camera: Camera, at: Measures): Readonly<Record<MainName, MainField>> {
  const banker = at.half - (at.modeWidth > 0 ? at.modeWidth + at.gap : 0);
  const area = (from: number, to: number): Area => ({ from, to, near: mainNear(at), far: mainNear(at) + at.main });
  return {
    player: mainField(camera, at, "player", area(-at.half, -at.tieHalf - at.gap)),
    tie: mainField(camera, at, "tie", area(-at.tieHalf, at.tieHalf)),
    banker: mainField(camera, at, "banker", area(at.tieHalf + at.gap, banker)),
  };
}

/** Inward, where the main row begins. */
export function mainNear(at: Measures): number {
  return at.edge + (at.foot > 0 ? at.foot + at.gap : 0);
}

/** Inward, where the last row of fields ends and cards may begin. */
export function fieldsEnd(at: Measures, felt: FeltShape): number {
  const main = mainNear(at) + at.main;
  return rowsOf(at, felt).reduce((end, row) => end + at.gap + at.side + captionOf(at, row), main);
}

function mainField(camera: Camera, at: Measures, name: MainName, area: Area): MainField {
  const middle = (area.from + area.to) / 2;
  const isNarrow = at.half < 300;
  const titleAt = area.far - at.title * (isNarrow ? 1.42 : 1.28);
  const outward = name === "banker" ? 1 : -1;
  const [outer, inner] = name === "banker" ? [area.to, area.from] : [area.from, area.to];
  const cornerAt = area.near + (isNarrow ? 13 : at.main * 0.155);
  const inset = isNarrow ? 10 : Math.max(14, 24 * at.unit);
  const underAt = titleAt - at.title * (isNarrow || at.title < SMALL_TITLE ? 0.86 : 0.62);
  const isCramped = isNarrow && at.main < CRAMPED;
  const isUnder = name === "tie" || (isNarrow && !isCramped);
  const hasTotal = name !== "tie" && area.to - area.from >= SMALLEST_WITH_TOTAL && !isCramped;
  const chipsAt = area.near + at.main * (isNarrow ? 0.26 : 0.28);
  const stands = stackPlaces(at, name, area, chipsAt + at.chip * STACK > underAt);
  const stack = (way: number) => chipPlace(camera, chipsAt, way, at.chip);
  const wide = widthOf(camera, (area.near + area.far) / 2, area);
  return {
    ...shape(camera, area, MAIN_RADIUS),
    hairline: boxOnCloth(
      camera,
      {
        from: area.from + HAIRLINE,
        to: area.to - HAIRLINE,
        near: area.near + HAIRLINE,
        far: area.far - HAIRLINE,
      },
      MAIN_RADIUS - 5,
    ),
    title: lettering(camera, at, titleAt, area),
    odds: isUnder ? anchor(camera, underAt, middle) : anchor(camera, cornerAt, inner + outward * inset),
    oddsFrom: isUnder ? "middle" : name === "banker" ? "start" : "end",
    hasNote: !isCramped,
    oddsRoom: isUnder ? wide - 20 : wide / 2 - inset - at.chip * (ASIDE + 0.5) * camera.scale(camera.depth - chipsAt),
    total: hasTotal ? anchor(camera, cornerAt, outer - outward * inset) : null,
    totalFrom: name === "banker" ? "end" : "start",
    chips: stack(stands.own),
    staked: stack(stands.staked),
    winnings: stack(stands.winnings),
    others: at.hasOthers
      ? others(camera, at, name, { ...area, chipsAt, below: isNarrow ? underAt - NOTE_LINE : titleAt })
      : [],
  };
}

/** Where one's own stacks stand, so that nothing printed is covered: on Tie beside odds that they would reach up to, on
 * a narrow field off the corner with everybody's stakes. */
function stackPlaces(at: Measures, name: MainName, { from, to }: Area, reachesOdds: boolean) {
  const [middle, width] = [(from + to) / 2, to - from];
  if (name === "tie" && reachesOdds) {
    const aside = Math.max(at.chip * ASIDE, width * 0.32);
    return { own: middle + aside, staked: middle - aside, winnings: middle + aside };
  }
  const inward = name === "banker" ? -1 : 1;
  if (at.half >= 300 || name === "tie") return stacks(middle);
  if (at.main < CRAMPED) return stacks(middle - inward * width * 0.16);
  return stacks(middle + (width >= SMALLEST_WITH_TOTAL ? inward * width * 0.1 : 0));

  function stacks(own: number) {
    return { own, staked: middle - at.chip * ASIDE, winnings: middle + at.chip * ASIDE };
  }
}

/** Where stacks of others stand: around one's own, never on title or figures. Outwards, then inwards from the middle. */
const FAR = 2; // chips; beyond it stand figures
const RAISED = 0.4; // chips; from here a stack stands above the line of figures
const OTHERS: readonly (readonly [outwards: number, raised: number])[] = [
  [1.7, 0.55],
  [-1.45, 0.5],
  [1.05, 0.05],
  [2.75, 0.55],
  [2.2, 0.1],
  [-2.3, 0.55],
];
const OTHERS_ON_TIE: readonly (readonly [outwards: number, raised: number])[] = [
  [1.35, 0.1],
  [-1.35, 0.16],
];

function others(
  camera: Camera,
  at: Measures,
  name: MainName,
  { from, to, chipsAt, below }: Area & { readonly chipsAt: number; readonly below: number },
): readonly ChipPlace[] {
  const size = at.chip * OTHERS_SIZE;
  const outward = name === "banker" ? 1 : -1;
  const isNarrow = at.half < 300;
  const furthest = (to - from) / 2 - size * 0.8;
  const highest = Math.max(0, (below - size * 1.5 - chipsAt) / at.chip);
  const shown =
    name === "tie" ? (isNarrow ? [[0.7, 0.55] as const] : OTHERS_ON_TIE) : OTHERS.slice(0, isNarrow ? 2 : 6);
  return shown
    .map(([way, raised]) => [way, Math.min(raised, highest)] as const)
    .filter(
      ([way, raised]) =>
        raised >= RAISED || (way > 0 && (way < FAR || highest >= RAISED)) || (name === "tie" && highest > 0.5),
    )
    .map(([way, raised]) => {
      const aside = Math.max(-furthest, Math.min(furthest, way * at.chip * (isNarrow ? 0.74 : 1)));
      return chipPlace(camera, chipsAt + raised * at.chip, (from + to) / 2 + outward * aside, size);
    });
}

export interface SidePlaces {
  readonly sides: ReadonlyMap<string, SideField>;
  readonly captions: readonly Anchor[];
  readonly trays: readonly SideField[];
  readonly modes: readonly SideField[];
}

export function sideFields(camera: Camera, at: Measures, felt: FeltShape): SidePlaces {
  const sides = new Map<string, SideField>();
  const captions: Anchor[] = [];
  const extras: SideField[] = [];
  let near = mainNear(at) + at.main;
  const rows = rowsOf(at, felt);
  rows.toReversed().forEach((row, index) => {
    const half = at.half * (LOWEST_ROW - ROW_NARROWS * index);
    near += at.gap;
    let from = -half;
    for (const { cells, hasCaption, width } of laidOut(row, half, at.gap)) {
      cells.forEach((bet, column) => {
        const place = sideField(camera, at, {
          from: from + column * (width + at.gap),
          to: from + column * (width + at.gap) + width,
          near,
          far: near + at.side,
        });
        if (bet === EXTRA) extras.push(place);
        else if (bet !== null) sides.set(bet, place);
      });
      const span = cells.length * (width + at.gap) - at.gap;
      if (hasCaption) captions.push(anchor(camera, near + at.side + at.caption * 0.5, from + span / 2));
      from += span + GROUPS_APART;
    }
    near += at.side + captionOf(at, row);
  });
  return { sides, captions, ...spread(camera, at, felt, extras) };
}

/** Trays and modes: at the end of the row, in a row of their own, or beside Banker. */
function spread(camera: Camera, at: Measures, felt: FeltShape, extras: readonly SideField[]) {
  if (at.extrasInRow) return { trays: extras.slice(0, felt.trays), modes: extras.slice(felt.trays) };
  if (at.foot > 0) {
    const count = felt.trays + felt.modes;
    const width = (2 * at.half - at.gap * (count - 1)) / count;
    const row = Array.from({ length: count }, (_, index) => {
      const from = -at.half + index * (width + at.gap);
      return sideField(camera, at, { from, to: from + width, near: at.edge, far: at.edge + at.foot });
    });
    return { trays: row.slice(0, felt.trays), modes: row.slice(felt.trays) };
  }
  const near = mainNear(at);
  const high = (at.main - (felt.modes - 1) * 6) / felt.modes;
  const modes = Array.from({ length: felt.modes }, (_, index) => {
    const far = near + at.main - index * (high + 6);
    return sideField(camera, at, { from: at.half - at.modeWidth, to: at.half, near: far - high, far });
  });
  return { trays: [], modes };
}

const EXTRA: unique symbol = Symbol("a tray or a mode");
type Cell = string | null | typeof EXTRA;
type Row = readonly { readonly cells: readonly Cell[]; readonly hasCaption: boolean }[];
const GROUPS_APART = 22;

function rowsOf(at: Measures, felt: FeltShape): readonly Row[] {
  const rows: Row[] = felt.rows.map((row) => row.map(({ bets, hasCaption }) => ({ cells: bets, hasCaption })));
  const extras = at.extrasInRow ? felt.trays + felt.modes : 0;
  if (extras === 0) return rows;
  const added = Array.from({ length: extras }, (): Cell => EXTRA);
  const last = rows.at(-1) ?? [];
  const cells: Cell[] = [...last.flatMap((group) => group.cells), ...added];
  return [...rows.slice(0, -1), [{ cells, hasCaption: false }]];
}

function captionOf(at: Measures, row: Row): number {
  return row.some((group) => group.hasCaption) ? at.caption : 0;
}

function laidOut(row: Row, half: number, gap: number) {
  const count = row.reduce((sum, group) => sum + group.cells.length, 0);
  const apart = (row.length - 1) * GROUPS_APART + (count - row.length) * gap;
  const width = (2 * half - apart) / count;
  return row.map((group) => ({ ...group, width }));
}

function sideField(camera: Camera, at: Measures, area: Area): SideField {
  const [way, inward] = [(area.from + area.to) / 2, (area.near + area.far) / 2];
  const deep = area.far - area.near;
  return {
    ...shape(camera, area, Math.min(SIDE_RADIUS, deep / 4)),
    chips: chipPlace(camera, inward - deep * 0.16, way, Math.min(26, at.chip * 0.62)),
  };
}

function shape(camera: Camera, area: Area, radius: number) {
  const [way, inward] = [(area.from + area.to) / 2, (area.near + area.far) / 2];
  return {
    path: boxOnCloth(camera, area, radius),
    width: widthOf(camera, inward, area),
    height: camera.onScreen(area.near, way)[1] - camera.onScreen(area.far, way)[1],
    top: Math.min(...[area.from, way, area.to].map((each) => camera.onScreen(area.far, each)[1])),
    middle: anchor(camera, inward, way),
  };
}

function widthOf(camera: Camera, inward: number, { from, to }: Area): number {
  const [left, right] = [camera.onScreen(inward, from), camera.onScreen(inward, to)];
  return Math.hypot(right[0] - left[0], right[1] - left[1]);
}

export function anchor(camera: Camera, inward: number, way: number): Anchor {
  const [x, y] = camera.onScreen(inward, way);
  return { x, y, angle: slopeAt(camera, inward, way) };
}

function chipPlace(camera: Camera, inward: number, way: number, size: number): ChipPlace {
  const [x, y] = camera.onScreen(inward, way);
  const depth = camera.along(inward, way)[1];
  return {
    x,
    y,
    size: size * camera.scale(depth),
    squash: Math.min(0.86, camera.foreshortening(depth) - CHIP_FLATTER),
  };
}

function lettering(camera: Camera, at: Measures, inward: number, area: Area) {
  const depth = camera.along(inward, (area.from + area.to) / 2)[1];
  const squash = Math.min(1, camera.foreshortening(depth) + LETTERS_FLATTER);
  const points = lineOnCloth(camera, inward, area.from, area.to, 40);
  return {
    path: pathOf(points.map(([x, y]) => [x, y / squash])),
    length: widthOf(camera, inward, area),
    squash,
    size: at.title,
    tracking: at.title * at.tracking,
  };
}
