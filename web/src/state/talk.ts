/** What is said at a table: the last lines, and whether more may be. */
import type { TalkLine, TalkOpened, TalkRemoved, TalkSaid } from "../wire/protocol.generated";

const LINES_KEPT = 50;

export interface Talk {
  readonly isOpen: boolean;
  readonly takesText: boolean;
  readonly lines: readonly TalkLine[]; // oldest first
}

/** Null: nobody talks at this table. */
export function applyTalk(talk: Talk | null, message: TalkOpened | TalkSaid | TalkRemoved): Talk | null {
  if (message.type === "talk_opened") {
    return { isOpen: message.is_open, takesText: message.takes_text, lines: message.lines };
  }
  if (talk === null) return null;
  if (message.type === "talk_removed") {
    return { ...talk, lines: talk.lines.filter((line) => !message.lines.includes(line.id)) };
  }
  return { ...talk, lines: [...talk.lines, message.line].slice(-LINES_KEPT) };
}
