// Generated from src/punto/server/protocol by `make format`; do not edit.

/** How far a client has followed a table: the log's id and the last public version seen. */
export interface Offset {
  readonly log: string;
  readonly version: number;
}

/** Where a second finger has moved a corner. */
export interface BentCorner {
  readonly grip: "bottom" | "bottom_left" | "bottom_right" | "left" | "right" | "top" | "top_left" | "top_right";
  readonly x: number;
  readonly y: number;
}

export type MainMark = readonly [
  column: number,
  row: number,
  /** B or P */
  colour: string,
  round: number,
  banker_pair: boolean,
  player_pair: boolean,
  /** 8 or 9, shown inside the circle; 0: none */
  natural: number,
  ties: number,
  leading_ties: number,
];

/** A pattern at the end of the Main Road, and how many rounds follow it so far. */
export type GoodRoad = readonly [
  road: string,
  rounds: number,
];

export interface HandView {
  /** empty text: face down */
  readonly cards: readonly string[];
  /** null while a card is face down */
  readonly total: number | null;
}

export interface MainMarksFrom {
  readonly index: number;
  readonly marks: readonly MainMark[];
}

export type PlaceOfCard = readonly [
  side: "banker" | "player",
  card: number,
];

export type HandClock = readonly [
  side: "banker" | "player",
  closes_at: number,
];

export type HolderName = readonly [
  side: "banker" | "player",
  /** empty: does not show one */
  name: string,
];

/** Total stakes on a field: of patrons and, separately, of bots. */
export type FieldTotal = readonly [
  bet: string,
  stake: number,
  patrons: number,
  bot_stake: number,
  bots: number,
];

/** Changes of a table's roads, and what a display needs besides the marks. A snapshot starts each road at 0. */
export interface RoadsChange {
  readonly statistics: ShoeStatistics;
  /** the marks a Player win would add to Big Eye, Small and Cockroach Road: R, B or - */
  readonly ask_player: string;
  readonly ask_banker: string;
  readonly main?: MainMarksFrom | null;
  readonly big_eye?: MarksFrom | null;
  readonly small?: MarksFrom | null;
  readonly cockroach?: MarksFrom | null;
  readonly bead_plate?: MarksFrom | null;
  /** of a shoe without a win yet */
  readonly leading_ties?: number;
  /** the longest first */
  readonly good_roads?: readonly GoodRoad[];
  /** where a Player win would put its marks */
  readonly player_places?: AskedPlaces | null;
  readonly banker_places?: AskedPlaces | null;
}

export interface ShoeStatistics {
  readonly player_wins: number;
  readonly banker_wins: number;
  readonly ties: number;
  readonly naturals: number;
  readonly player_pairs: number;
  readonly banker_pairs: number;
  readonly rounds: number;
}

/** A road's marks from this index on. */
export interface MarksFrom {
  readonly index: number;
  readonly marks: readonly Mark[];
}

/** One mark of a road. Columns are never renumbered; a display drops whole ones on its left. */
export type Mark = readonly [
  column: number,
  row: number,
  /** B, P or T on the bead plate; R or B on a derived road */
  colour: string,
  round: number,
];

/** Where a win would add its mark on each road, as column and row; null: no mark. */
export interface AskedPlaces {
  readonly main: readonly [number, number];
  readonly big_eye: readonly [number, number] | null;
  readonly small: readonly [number, number] | null;
  readonly cockroach: readonly [number, number] | null;
  readonly bead_plate: readonly [number, number];
}

export type BetHits = readonly [
  bet: string,
  hits: number,
];

export interface RoundResult {
  readonly round: number;
  readonly winner: "banker" | "player" | "tie";
  readonly player: HandView;
  readonly banker: HandView;
  /** of either side */
  readonly is_natural: boolean;
  readonly decided_by: "equal" | "higher" | "larger_negative" | "negative";
  /** every bet that won, backed or not, and its odds */
  readonly came_out: readonly (readonly [string, string])[];
  /** every bet whose stake goes back */
  readonly pushed?: readonly string[];
  /** what a storm has multiplied the winner's bets by */
  readonly multiplier?: number;
}

export interface Winner {
  /** empty: does not show a name */
  readonly name: string;
  readonly payout: number;
  readonly is_bot: boolean;
}

/** One card of a storm. */
export interface StruckCard {
  readonly card: string;
  readonly multiplier: number;
}

export type FaceUp = readonly [
  side: "banker" | "player",
  card: number,
  face: string,
];
