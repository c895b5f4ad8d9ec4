/**
 * The roads of a shoe as the server laid them out. A change replaces all marks from an index on; nothing about the
 * game is decided here, and every mark keeps the round it stands for.
 */
import type {
  AskedPlaces,
  GoodRoad,
  MainMark,
  MainMarksFrom,
  Mark,
  MarksFrom,
  RoadsChange,
  ShoeStatistics,
} from "../wire/protocol.generated";

export type RoadsView = {
  readonly main: readonly MainMark[];
  readonly big_eye: readonly Mark[];
  readonly small: readonly Mark[];
  readonly cockroach: readonly Mark[];
  readonly bead_plate: readonly Mark[];
  readonly leading_ties: number;
  readonly statistics: ShoeStatistics;
  readonly ask_player: string;
  readonly ask_banker: string;
  readonly good_roads: readonly GoodRoad[];
  readonly player_places: AskedPlaces | null;
  readonly banker_places: AskedPlaces | null;
};

export const NO_ROUNDS: ShoeStatistics = {
  player_wins: 0,
  banker_wins: 0,
  ties: 0,
  naturals: 0,
  player_pairs: 0,
  banker_pairs: 0,
  rounds: 0,
};

export const emptyRoads: RoadsView = {
  main: [],
  big_eye: [],
  small: [],
  cockroach: [],
  bead_plate: [],
  leading_ties: 0,
  statistics: NO_ROUNDS,
  ask_player: "---",
  ask_banker: "---",
  good_roads: [],
  player_places: null,
  banker_places: null,
};

export function applyRoads(view: RoadsView, change: RoadsChange): RoadsView {
  return {
    main: replacedFrom(view.main, change.main),
    big_eye: replacedFrom(view.big_eye, change.big_eye),
    small: replacedFrom(view.small, change.small),
    cockroach: replacedFrom(view.cockroach, change.cockroach),
    bead_plate: replacedFrom(view.bead_plate, change.bead_plate),
    leading_ties: change.leading_ties ?? 0,
    statistics: change.statistics,
    ask_player: change.ask_player,
    ask_banker: change.ask_banker,
    good_roads: change.good_roads ?? [],
    player_places: change.player_places ?? null,
    banker_places: change.banker_places ?? null,
  };
}

export function replacedFrom(marks: readonly MainMark[], change: MainMarksFrom | null | undefined): readonly MainMark[];
export function replacedFrom(marks: readonly Mark[], change: MarksFrom | null | undefined): readonly Mark[];
export function replacedFrom<M>(
  marks: readonly M[],
  change: { index: number; marks: readonly M[] } | null | undefined,
): readonly M[] {
  return change ? [...marks.slice(0, change.index), ...change.marks] : marks;
}

/** How many columns scroll off to the left so that the newest is visible, with `spare` free columns after it. */
export function columnsDropped(
  marks: readonly (readonly [number, ...unknown[]])[],
  columns: number,
  spare = 1,
): number {
  const last = marks.reduce((most, [column]) => Math.max(most, column), -1);
  return Math.max(0, last + 1 + spare - columns);
}
