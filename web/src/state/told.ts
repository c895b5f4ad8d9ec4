/** What the view is told: the server's messages, and in between the moments that exist on this screen alone. */
import type { CardDealt, FaceUp, ServerMessage } from "../wire/protocol.generated";
import type { SideName, Slide } from "./table-view";

/** A card that slides from the shoe: face down, whatever it is. */
export interface CardComes extends CardDealt {
  readonly slide: Slide;
}

/** Cards on the table start to turn: from now on they have a face. */
export interface CardsTurn {
  readonly type: "cards_turn";
  readonly table: string;
  readonly faces: readonly FaceUp[];
  readonly lasts: number; // ms
}

/** A hand's last card is visible: now its total counts. */
export interface TotalShown {
  readonly type: "total_shown";
  readonly table: string;
  readonly side: SideName;
  readonly total: number | null;
}

/** All cards are open and one hand is a natural: it is called before the result. */
export interface NaturalCalled {
  readonly type: "natural_called";
  readonly table: string;
  readonly total: number;
}

export type Moment = CardsTurn | TotalShown | NaturalCalled;
export type Told = ServerMessage | CardComes | Moment;
