/** Which pose belongs to which step of the show, and when. */
import { duration, type Motion } from "../screen/motion";
import { coupOf, resultOf, type CardOnTable, type SideName, type TableView } from "../state/table-view";
import type { Pose, Winner } from "./poses";

export interface Timed {
  readonly pose: Pose;
  readonly after: number; // ms from the step's begin
  readonly lasts: number; // ms of the movement into this pose
}

const REACHES = 220;
const RETURNS = 300;
const FIRST_CARDS = 4;
const SHOWS_MS = 1_500; // the result, until the hands come home
const SIDES: readonly SideName[] = ["player", "banker"];

const IDLE: Pose = { kind: "idle" };

/** Names the step that a view shows; another name is another step. */
export function stepOf(view: TableView): string {
  const result = resultOf(view);
  if (view.paused !== null) return "paused";
  if (result) return `${coupOf(view)} ${result.winner}`;
  const last = lastCard(view);
  if (view.phase !== "dealing" || !last) return `${coupOf(view)} ${view.phase}`;
  return `${coupOf(view)} ${last.side} ${last.index} ${last.card.face === "" ? "comes" : "open"}`;
}

/** The poses of the step a view shows, each with its time. A dealer who keeps still stays idle. */
export function posesOf(view: TableView, motion: Motion): readonly Timed[] {
  const idle = [{ pose: IDLE, after: 0, lasts: RETURNS }];
  if (motion === "still" || view.paused !== null) return idle;
  const result = resultOf(view);
  if (result) return afterResult(result.winner, motion);
  if (view.phase !== "dealing") return idle;
  const last = lastCard(view);
  if (!last) return [{ pose: { kind: "reach" }, after: 0, lasts: REACHES }];
  return last.card.face === "" ? cardComes(last) : cardTurns(view, last);
}

interface LastCard {
  readonly side: SideName;
  readonly index: number;
  readonly card: CardOnTable;
}

/** The card that came last: the sides take turns, Player first. */
function lastCard(view: TableView): LastCard | null {
  const cards = SIDES.flatMap((side) => view[side].cards.map((card, index) => ({ side, index, card })));
  return cards.toSorted((one, other) => one.index - other.index).at(-1) ?? null;
}

function cardComes({ side, index, card }: LastCard): readonly Timed[] {
  if (card.slide === null) return [{ pose: { kind: "reach" }, after: 0, lasts: REACHES }];
  const { after, lasts } = card.slide;
  const slides: Timed = { pose: { kind: "slide", side, card: index }, after, lasts };
  if (after < REACHES) return [slides];
  return [{ pose: { kind: "reach" }, after: after - REACHES, lasts: REACHES }, slides];
}

function cardTurns(view: TableView, { side, index, card }: LastCard): readonly Timed[] {
  const isMore = view.player.cards.length + view.banker.cards.length < FIRST_CARDS;
  const then: Pose = isMore ? { kind: "reach" } : IDLE;
  if (card.turnMs === 0) return [{ pose: then, after: 0, lasts: RETURNS }];
  return [
    { pose: { kind: "turn", side, card: index }, after: 0, lasts: card.turnMs * 0.5 },
    { pose: then, after: card.turnMs, lasts: isMore ? REACHES : RETURNS },
  ];
}

/** The winner is shown, losing stakes are swept, winning ones paid, at the times at which chips fly. */
function afterResult(winner: Winner, motion: Motion): readonly Timed[] {
  const [before, sweep, fly] = (["losersSweepAfter", "losersSweep", "payoutFly"] as const).map((name) =>
    duration(name, motion),
  ) as [number, number, number];
  const shown: Timed = { pose: { kind: "show", winner }, after: 0, lasts: REACHES };
  const swept: readonly Timed[] =
    winner === "tie"
      ? []
      : [
          { pose: { kind: "sweep", winner, isHome: false }, after: before - REACHES / 2, lasts: REACHES / 2 },
          { pose: { kind: "sweep", winner, isHome: true }, after: before, lasts: sweep },
        ];
  const taken = before + sweep;
  return [
    shown,
    ...swept,
    { pose: { kind: "pay", winner, isGiven: false }, after: taken, lasts: fly / 3 },
    { pose: { kind: "pay", winner, isGiven: true }, after: taken + fly / 3, lasts: (fly * 2) / 3 },
    { pose: IDLE, after: Math.max(SHOWS_MS, taken + fly + REACHES), lasts: RETURNS },
  ];
}
