/** Where everything of one table lies on the screen. Pixels of the stage's own box, its upper left corner is 0, 0. */
import type { Camera, Point } from "./camera";
import type { Corners } from "./homography";

export type PlanArrangement = "desk" | "tablet" | "phone" | "landscape" | "tile";

export interface PlanRequest {
  readonly arrangement: PlanArrangement;
  readonly width: number; // of the stage's box
  readonly height: number;
  readonly top: number; // what bar and road strip cover of it
  readonly felt: FeltShape;
  readonly isFolded: boolean; // no side bets until the next shoe
  readonly hasPicture: boolean; // a live table: its picture takes the dealer's place
}

/** Which side fields lie on the cloth, from the dealer's side to the patron's. */
export interface FeltShape {
  readonly rows: readonly (readonly SideGroup[])[];
  readonly trays: number; // buttons that open more fields
  readonly modes: number; // playing modes to choose from; 0 where there is one
}

export interface SideGroup {
  readonly bets: readonly (string | null)[]; // null keeps a place empty
  readonly hasCaption: boolean;
}

export interface Plan {
  readonly arrangement: PlanArrangement;
  readonly width: number;
  readonly height: number;
  readonly camera: Camera;
  readonly unit: number; // how large letters, dealer and props are drawn; 1 at 1440 × 900
  readonly isFolded: boolean;
  readonly main: Readonly<Record<"player" | "tie" | "banker", MainField>>;
  readonly sides: ReadonlyMap<string, SideField>;
  readonly captions: readonly Anchor[]; // over groups of side fields, in their order
  readonly trays: readonly SideField[];
  readonly modes: readonly SideField[];
  readonly split: SplitBar;
  readonly hands: Readonly<Record<"player" | "banker", HandPlace>>;
  readonly centre: CentreColumn;
  readonly dealer: DealerPlace;
  readonly shoe: ShoePlace;
  readonly tray: PropPlace; // of discarded cards
  readonly float: FloatPlace;
  readonly wings: Wings;
  readonly cloth: ClothShape;
}

/** Words on the cloth: turned as the cloth's edge is there. */
export interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly angle: number; // degrees
}

/** A line that large letters stand on. Draw it in a group scaled by (1, squash): `path` is already divided by it. */
export interface Lettering {
  readonly path: string;
  readonly length: number; // px of the line between the field's edges
  readonly squash: number;
  readonly size: number; // of a letter, px
  readonly tracking: number; // px between letters
}

interface FieldShape {
  readonly path: string; // fill, edge, clip and tap target in one
  readonly width: number; // px in its middle
  readonly height: number;
  readonly top: number; // y of its highest point
  readonly middle: Anchor;
}

/** Its words stand around its middle, turned as it is. */
export interface SideField extends FieldShape {
  readonly chips: ChipPlace; // one's own stack
}

export interface MainField extends FieldShape {
  readonly hairline: string; // the finer line inside the edge
  readonly title: Lettering;
  readonly odds: Anchor;
  readonly oddsFrom: "start" | "middle" | "end";
  readonly oddsRoom: number; // px; what is longer folds
  readonly hasNote: boolean; // beside the odds there is room for more words
  readonly total: Anchor | null; // everybody's stakes; null where there is no room
  readonly totalFrom: "start" | "end";
  readonly chips: ChipPlace;
  readonly staked: ChipPlace; // where one's stack goes when winnings come beside it
  readonly winnings: ChipPlace;
  readonly others: readonly ChipPlace[];
}

/** A stack stands here: the middle of its lowest chip's top face. */
export interface ChipPlace {
  readonly x: number;
  readonly y: number;
  readonly size: number; // diameter, px
  readonly squash: number; // height of the ellipse by its width
}

/** The bar printed on the cloth's edge that shows how the main row's stakes are split. */
export interface SplitBar {
  /** Path of the part between two shares of all stakes, 0 to 1. */
  readonly part: (from: number, to: number) => string;
  readonly player: Anchor; // words at its ends, "start"
  readonly banker: Anchor; // "end"
}

export interface HandPlace {
  /** Corners of cards 1, 2 and 3, clockwise from the card's own upper left; the third is turned by 90 degrees. */
  readonly cards: readonly [Corners, Corners, Corners];
  readonly width: number; // of an upright card, px
  readonly isThirdBelow: boolean; // over the lower edge of the two, instead of beside them
}

/** Totals, countdown, caption and plate between the hands. Nothing in it moves between phases. */
export interface CentreColumn {
  readonly squash: number; // totals and ring lie in the cloth
  readonly player: Round;
  readonly banker: Round;
  readonly ring: Round;
  readonly captions: { readonly player: Caption; readonly banker: Caption };
  readonly plate: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }; // x, y: its middle
  readonly amount: AmountPlace;
  readonly note: Point | null; // one line under the plate, where there is room: "Side bets return with shoe 2"
}

/** Where a win is told, off cards and totals: in the ring's place, or larger between the hands and the plate. */
export interface AmountPlace {
  readonly x: number;
  readonly size: number; // of its figures, where there is room
  readonly between: Band;
  readonly under: Band;
}

export interface Band {
  readonly top: number;
  readonly bottom: number;
  readonly width: number; // px, around the middle
}

export interface Round {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export interface Caption {
  readonly x: number;
  readonly y: number; // foot of the letters
  readonly from: "start" | "middle" | "end";
  readonly room: number; // px; what is longer is drawn narrower
}

export interface DealerPlace {
  readonly x: number;
  readonly chin: number; // y
  readonly shoulders: number; // y from which arms reach
  readonly lip: number; // y of the table's far edge; nothing of the body shows below it
  readonly scale: number; // 0: no room, only hands may show
}

export interface PropPlace {
  readonly x: number; // its middle
  readonly y: number;
  readonly width: number;
}

export interface ShoePlace extends PropPlace {
  readonly mouth: Point;
  readonly card: Corners; // a card leaving the mouth
}

/** Racks of chips on both sides of the dealer. */
export interface FloatPlace {
  readonly left: number; // x of the outer end of the left rack
  readonly right: number; // x of the inner end of the right one
  readonly y: number;
  readonly tubeWidth: number;
  readonly tubes: number; // in each rack; 0: no room
  readonly length: number;
}

/** What stands beside the dealer and, while bets are placed, on the cloth. */
export interface Wings {
  readonly left: Point; // upper left corner of table, book, shoe
  readonly right: Point; // upper right corner of statistics or winners
  readonly isLow: boolean; // little room above the tray and the shoe: fewer lines
  readonly winners: number; // lines that fit above the shoe
  readonly lastHand: CornerNote | null;
  readonly run: CornerNote | null;
}

export interface CornerNote {
  readonly x: number; // left edge of the last hand, right edge of the run
  readonly y: number;
  readonly width: number; // at most
  readonly card: number; // width of a small card or bead, px
}

export interface ClothShape {
  readonly outline: string;
  readonly reach: number; // way from the middle to where cloth and rail leave the screen
  readonly rail: number; // units from the cloth's edge to the rail's outer edge
  readonly line: string; // hairline between split bar and fields
}
