/**
 * A Main Road as a handful of paths instead of an element per mark: a lobby shows two dozen of them, and nobody
 * taps a mark there. Cells are 20 wide, as on every road.
 */
import { tieSlash } from "../../roads/tie-slash";
import type { MainMark } from "../../wire/protocol.generated";

export type DrawnRoad = {
  readonly banker: string;
  readonly player: string;
  readonly bankerPairs: string;
  readonly playerPairs: string;
  readonly ties: string;
  readonly figures: readonly Figure[];
};
export type Figure = {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly tone: "banker" | "player" | "count";
};

const CELL = 20;
const RADIUS = 7.5;
const DOT = 2.75;

type Options = {
  readonly letters: boolean;
  readonly leadingTies: number; // of a shoe without a win yet
};

export function drawnRoad(marks: readonly MainMark[], dropped: number, { letters, leadingTies }: Options): DrawnRoad {
  const lines = { banker: "", player: "", bankerPairs: "", playerPairs: "", ties: "" };
  const figures: Figure[] = [];
  for (const [column, row, colour, , bankerPair, playerPair, natural, ties, leading] of marks) {
    if (column < dropped) continue;
    const [x, y] = [(column - dropped) * CELL, row * CELL];
    const tone = colour === "B" ? "banker" : "player";
    lines[tone] += circle(x + 10, y + 10, RADIUS);
    if (bankerPair) lines.bankerPairs += circle(x + 4, y + 4, DOT);
    if (playerPair) lines.playerPairs += circle(x + 16, y + 16, DOT);
    if (leading) lines.ties += tieSlash("before", x, y);
    if (ties) lines.ties += tieSlash("after", x, y);
    if (natural || letters) figures.push({ x: x + 10, y: y + 13.6, text: natural ? String(natural) : colour, tone });
    if (leading > 1) figures.push({ x: x + 18, y: y + 12, text: String(leading), tone: "count" });
    if (ties > 1) figures.push({ x: x + 3.4, y: y + 12.5, text: String(ties), tone: "count" });
  }
  if (marks.length === 0 && leadingTies) {
    lines.ties += tieSlash("before");
    if (leadingTies > 1) figures.push({ x: 18, y: 12, text: String(leadingTies), tone: "count" });
  }
  return { ...lines, figures };
}

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
}
