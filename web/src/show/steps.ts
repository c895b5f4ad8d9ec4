/**
 * How a message is shown: in which steps, and how long each lasts before the next. A card is face down
 * while it slides, has a face while it turns, and counts once that is visible. One message of the server becomes
 * as many steps as the eye needs.
 */
import { duration, type Motion, type MS } from "../screen/motion";
import type {
  CardDealt,
  CardTurned,
  FaceUp,
  HandTurned,
  RoundSettled,
  ServerMessage,
  StageEnded,
} from "../wire/protocol.generated";
import { cardKey, type SideName, type TableView } from "../state/table-view";
import type { Told } from "../state/told";

export interface Step {
  readonly told: Told | null; // null: a pause
  readonly lasts: number;
}

export const LINGERS_MS = 1_100; // time to look at the last card of a squeeze before the table returns
const THIRD = 2;
const BY_ITSELF_MS = 1_900; // the server gives a hand two seconds before the next
const BEFORE_RESULT_MS = 250;
const SEEN = 0.6; // of a turn: from here on more of the face is visible than of the back
const SIDES: readonly SideName[] = ["player", "banker"];

type Lasts = (name: keyof typeof MS) => number;

/** Whether a message takes time to show. */
export function isInSteps({ type }: ServerMessage): boolean {
  return (
    type === "cards_struck" ||
    type === "card_dealt" ||
    type === "card_turned" ||
    type === "hand_turned" ||
    type === "stage_ended" ||
    type === "round_settled"
  );
}

export function stepsOf(
  message: ServerMessage,
  view: TableView | undefined,
  motion: Motion,
  pace = 1,
): readonly Step[] {
  const lasts: Lasts = (name) => duration(name, motion) * pace;
  switch (message.type) {
    case "cards_struck": // read before the first card comes
      return [{ told: message, lasts: lasts("storm") }];
    case "card_dealt":
      return cardComes(message, view, lasts);
    case "card_turned":
      return cardTurns(message, view, lasts);
    case "hand_turned":
      return handTurns(message, view);
    case "stage_ended":
      return stageEnds(message, view, lasts);
    case "round_settled":
      return resultComes(message, view, lasts, pace);
    default:
      return [{ told: message, lasts: 0 }];
  }
}

/** The next card may slide while the last one turns; a third card is called first, once all others are open. */
function cardComes(message: CardDealt, view: TableView | undefined, lasts: Lasts): readonly Step[] {
  const { table, side, card, face } = message;
  const before = view?.[side].total ?? null;
  const isThird = card === THIRD;
  const slide = isThird
    ? { after: lasts("thirdCall"), lasts: lasts("thirdSlide") }
    : { after: 0, lasts: lasts("cardFromShoe") };
  const comes: Step = { told: { ...message, face: "", total: before, slide }, lasts: slide.after + slide.lasts };
  const turns = face === "" ? [] : turning(table, side, [[side, card, face]], message.total, lasts);
  return [...(isThird ? [turnsOut(lasts)] : []), comes, ...turns];
}

function cardTurns(message: CardTurned, view: TableView | undefined, lasts: Lasts): readonly Step[] {
  const { table, side, card, face, total } = message;
  const known: Step = { told: { ...message, face: "", total: view?.[side].total ?? null }, lasts: 0 };
  return [known, ...turning(table, side, [[side, card, face]], total, lasts)];
}

/** Time is up: what this patron has not opened turns by itself, slowly, and the next hand waits for it. */
function handTurns(message: HandTurned, view: TableView | undefined): readonly Step[] {
  const { table, side, total } = message;
  const closed = message.faces.filter((face) => !view || !isSeen(view, face));
  const before = closed.length > 0 ? (view?.[side].total ?? null) : total;
  const known: Step = { told: { ...message, faces: [], total: before }, lasts: 0 };
  return closed.length === 0 ? [known] : [known, ...turning(table, side, closed, total, () => BY_ITSELF_MS)];
}

/** Cards this patron has not opened turn over now, Player's first; then there is time to look. */
function stageEnds(message: StageEnded, view: TableView | undefined, lasts: Lasts): readonly Step[] {
  if (!view) return [{ told: message, lasts: 0 }];
  const closed = message.faces.filter((face) => !isSeen(view, face));
  const isClosed = (side: SideName) => closed.some(([of]) => of === side);
  const opened = message.faces.some((face) => isSeen(view, face) && !liesOpen(view, face));
  const steps: Step[] = [
    ...(opened ? [{ told: null, lasts: lasts("turnOver") }] : []), // the card in this patron's hand is still turning
    {
      told: {
        ...message,
        faces: message.faces.filter((face) => !closed.includes(face)),
        player_total: isClosed("player") ? view.player.total : message.player_total,
        banker_total: isClosed("banker") ? view.banker.total : message.banker_total,
      },
      lasts: 0,
    },
  ];
  for (const side of SIDES.filter(isClosed)) {
    const total = side === "player" ? message.player_total : message.banker_total;
    steps.push(
      ...turning(
        message.table,
        side,
        closed.filter(([of]) => of === side),
        total,
        lasts,
      ),
      turnsOut(lasts),
    );
  }
  return isLookedAt(view) ? [...steps, { told: null, lasts: LINGERS_MS + lasts("turnOver") }] : steps;
}

function resultComes(message: RoundSettled, view: TableView | undefined, lasts: Lasts, pace: number): readonly Step[] {
  const { table, result } = message;
  const total = (result.winner === "banker" ? result.banker.total : result.player.total) ?? 0;
  const natural: Step = { told: { type: "natural_called", table, total }, lasts: lasts("naturalHold") };
  return [
    { told: null, lasts: BEFORE_RESULT_MS * pace },
    ...(view && result.is_natural ? [natural] : []),
    { told: message, lasts: 0 },
  ];
}

function turning(table: string, side: SideName, faces: readonly FaceUp[], total: number | null, lasts: Lasts): Step[] {
  return [
    { told: { type: "cards_turn", table, faces, lasts: lasts("turnOver") }, lasts: lasts("turnOver") * SEEN },
    { told: { type: "total_shown", table, side, total }, lasts: 0 },
  ];
}

/** The rest of a turn whose face is already visible. */
function turnsOut(lasts: Lasts): Step {
  return { told: null, lasts: lasts("turnOver") * (1 - SEEN) };
}

function isSeen(view: TableView, face: FaceUp): boolean {
  return liesOpen(view, face) || view.openedCards.includes(cardKey(face[0], face[1]));
}

function liesOpen(view: TableView, [side, card]: FaceUp): boolean {
  return (view[side].cards[card]?.face ?? "") !== "";
}

/** A patron who skips the squeeze looks at nothing; one without cards watches the others. */
function isLookedAt({ seat, holders }: TableView): boolean {
  return seat && seat.holds.length > 0 ? seat.squeezes : holders > 0;
}
