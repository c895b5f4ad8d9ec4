/** One table as shown so far: the server's own state, but no further than the cards on the screen. */
import type { RoadsView } from "./apply-roads";
import type { Talk } from "./talk";
import type {
  Adjusted,
  CardDealt,
  LastSettled,
  Offset,
  RoundResult,
  SeatState,
  Settlement,
  StakesReturned,
  TableInfo,
  TablePaused,
  TableState,
} from "../wire/protocol.generated";

export type SideName = CardDealt["side"];

/** A card's slide from the shoe, in ms. */
export interface Slide {
  readonly after: number;
  readonly lasts: number;
}

export interface CardOnTable {
  readonly face: string; // empty: face down
  readonly slide: Slide | null; // null: it was there when this client joined
  readonly turnMs: number;
}

export interface HandOnTable {
  readonly cards: readonly CardOnTable[];
  readonly total: number | null; // of the visible cards; null: none yet
}

/** A one-off notice beside the phase: round cancelled or corrected, stakes returned, bets left out. */
export type Notice =
  | { readonly kind: "cancelled"; readonly round: number; readonly reason: TablePaused["reason"] }
  | { readonly kind: "voided"; readonly round: number; readonly reason: TablePaused["reason"] }
  | { readonly kind: "corrected"; readonly round: number }
  | { readonly kind: "returned"; readonly message: StakesReturned }
  | { readonly kind: "adjusted"; readonly message: Adjusted }
  | { readonly kind: "other_chip"; readonly units: number; readonly isOffRail: boolean } // chosen for one not at hand here
  | { readonly kind: "not_placed" } // chips that waited for the next round
  | { readonly kind: "left_out"; readonly bets: readonly string[] }
  | { readonly kind: "settled"; readonly last: LastSettled } // while this patron was away
  | { readonly kind: "tipped"; readonly amount: number }
  | { readonly kind: "set_aside"; readonly card: string }
  | { readonly kind: "limits"; readonly low: number; readonly high: number | null } // of the main bets, from the next shoe
  | { readonly kind: "too_late"; readonly amount: number } // went back, because a card had been dealt before
  | { readonly kind: "dispute"; readonly state: "raised" | "dismissed" };

export interface TableView extends Omit<TableState, "roads" | "player" | "banker"> {
  readonly id: string; // the place, as in the lobby and the address
  readonly info: TableInfo;
  readonly offset: Offset;
  readonly roads: RoadsView;
  readonly player: HandOnTable;
  readonly banker: HandOnTable;
  readonly knownAt: number; // the server's time up to which cards are known here; a picture from before it is old news
  readonly natural: number | null; // the total that was called, before the result
  readonly holders: number;
  readonly openedCards: readonly string[]; // of the cards this patron holds in a squeeze: "player-0"
  readonly ownTotals: { readonly player: number | null; readonly banker: number | null }; // known to a holder alone
  readonly seat: SeatState | null;
  readonly settlement: Settlement | null; // of the round whose result is shown
  readonly ownPayout: number; // profit in the round whose winners are shown
  readonly toldRound: string; // the last round whose result this patron has seen: "shoe/round"
  readonly lastBet: number;
  readonly lastReturned: number;
  readonly notice: Notice | null;
  readonly noticeCount: number;
  readonly revealed: { readonly shoe: number; readonly secret: string } | null;
  readonly results: readonly RoundResult[]; // of this shoe, since this client joined
  readonly dispute: "raised" | "dismissed" | null;
  readonly talk: Talk | null; // null: nobody talks here
}

/** An on-demand table is opened by its place, but has a longer id for each patron. */
export function placeOf(table: string): string {
  return table.split("~", 1)[0] ?? table;
}

export function hasBets(view: TableView): boolean {
  return (view.seat?.staked ?? 0) > 0;
}

/** A round's name within its table: "shoe/round". */
export function coupOf(view: TableView): string {
  return `${view.shoe}/${view.round}`;
}

export function cardKey(side: SideName, card: number): string {
  return `${side}-${card}`;
}

/** A hand as this patron sees it: cards open to all, and their own held cards that they have opened. */
export function seenHand(view: TableView, side: SideName): HandOnTable {
  const hand = view[side];
  const own = view.seat?.faces ?? [];
  if (own.length === 0) return hand;
  const cards = hand.cards.map((card, index) => {
    if (card.face !== "" || !view.openedCards.includes(cardKey(side, index))) return card;
    const face = own.find(([faceSide, at]) => faceSide === side && at === index)?.[2] ?? "";
    return { ...card, face };
  });
  const isOpen = cards.every((card) => card.face !== "");
  return { cards, total: (isOpen ? view.ownTotals[side] : null) ?? hand.total };
}

export function noticed(view: TableView, notice: Notice): Partial<TableView> {
  return { notice, noticeCount: view.noticeCount + 1 };
}

/** How often a side bet came out in this shoe, as far as it has been shown. */
export function hitsOf(view: TableView, bet: string): number {
  return view.side_bet_hits.find(([each]) => each === bet)?.[1] ?? 0;
}

/** The result on the table; null until the round is over, and for a cancelled round. */
export function resultOf(view: TableView): RoundResult | null {
  return view.phase === "result" && view.last_result?.round === view.round ? view.last_result : null;
}
