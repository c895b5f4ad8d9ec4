// Generated from src/punto/server/protocol by `make format`; do not edit.

import type { BentCorner } from "./parts.generated";

/** How a holder is bending a card: about 15 a second, the last one counts. Never carries a face. */
export interface CardBent {
  readonly type: "card_bent";
  readonly table: string;
  readonly side: "banker" | "player";
  readonly card: number;
  readonly grip: "bottom" | "bottom_left" | "bottom_right" | "left" | "right" | "top" | "top_left" | "top_right";
  readonly x: number;
  readonly y: number;
  readonly turns: number;
  /** who holds it; empty: does not show a name */
  readonly name: string;
  /** of a card that two fingers bend */
  readonly second?: BentCorner | null;
  /** to this holder, who has turned it */
  readonly is_open?: boolean;
}

/** Somebody at the table reacts to the squeeze. */
export interface Reacted {
  readonly type: "reacted";
  readonly table: string;
  /** empty: does not show one */
  readonly name: string;
  readonly reaction: "blow" | "luck" | "monkey" | "nine";
}

/** How talk stands at a table: sent to who opens it, and to all when staff close or reopen it. */
export interface TalkOpened {
  readonly type: "talk_opened";
  readonly table: string;
  readonly is_open: boolean;
  readonly takes_text: boolean;
  /** the last ones, oldest first */
  readonly lines: readonly TalkLine[];
}

/** A phrase, or a text. */
export interface TalkLine {
  readonly id: number;
  /** empty: a patron who shows no name */
  readonly name: string;
  readonly phrase: "again" | "cheers" | "congratulations" | "good_luck" | "good_night" | "hello" | "lets_go" | "slowly" | "so_close" | "thank_you" | "well_done" | "wow" | null;
  readonly text: string;
  readonly at: number;
}

export interface TalkSaid {
  readonly type: "talk_said";
  readonly table: string;
  readonly line: TalkLine;
}

/** Staff have taken lines away. */
export interface TalkRemoved {
  readonly type: "talk_removed";
  readonly table: string;
  readonly lines: readonly number[];
}
