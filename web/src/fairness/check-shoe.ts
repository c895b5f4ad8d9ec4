/** Verifies a finished shoe from public data: commitment, order, burn, every round's cards, no round missing. */
import type { PublicRound, PublicShoe } from "../wire/rest.generated";
import { cardsOfDeck, commitmentOf, ShuffleStreamEnded, shoeOrder } from "./fair-shoe";
import { stormOf } from "./fair-storm";

/** What the check reads of a shoe. */
export type DealtShoe = Pick<
  PublicShoe,
  | "table"
  | "shoe"
  | "deck"
  | "commitment"
  | "contributions"
  | "burn_card"
  | "burned_face_down"
  | "is_abandoned"
  | "cut_card"
  | "plays_one_more"
> & {
  readonly storm?: PublicShoe["storm"];
  readonly rounds: readonly (Pick<PublicRound, "round" | "cards"> & { readonly struck?: string })[];
};

export type Mismatch = {
  readonly round: number;
  readonly place: number;
  readonly expected: string;
  readonly found: string;
};

export type ShoeCheck = {
  readonly order: readonly string[];
  readonly used: number; // cards of the order that were burned or dealt
  readonly commitmentFits: boolean;
  readonly orderIsComplete: boolean;
  readonly burnFits: boolean;
  readonly mismatch: Mismatch | null;
  readonly roundsChecked: number;
  readonly wrongStorm: number | null; // the first round with another storm than the secret draws
  readonly endFits: boolean; // the last round is that of the cut card, or the one after it
};

export function checkShoe(shoe: DealtShoe, secret: string): ShoeCheck {
  const commitment = commitmentOf(secret, shoe.table, shoe.shoe, shoe.deck);
  const order = orderOrNothing(secret, commitment, shoe);
  const burned = shoe.burn_card === null ? 0 : 1 + shoe.burned_face_down;
  const { mismatch, used } = follow(order, shoe, burned);
  return {
    order,
    used,
    commitmentFits: commitment === shoe.commitment,
    orderIsComplete: [...order].sort().join() === cardsOfDeck(shoe.deck).sort().join(),
    burnFits: shoe.burn_card === null || order[0] === shoe.burn_card,
    mismatch,
    roundsChecked: shoe.rounds.length,
    wrongStorm: wrongStorm(shoe, secret, commitment),
    endFits: endFits(shoe, order.length - burned),
  };
}

function orderOrNothing(secret: string, commitment: string, shoe: DealtShoe): string[] {
  try {
    return shoeOrder(secret, commitment, shoe.contributions, shoe.deck);
  } catch (error) {
    if (error instanceof ShuffleStreamEnded) return [];
    throw error;
  }
}

function wrongStorm(shoe: DealtShoe, secret: string, commitment: string): number | null {
  const { storm: weights, contributions, deck } = shoe;
  if (!weights) return null;
  const source = { secret, commitment, contributions, deck, weights };
  return shoe.rounds.find(({ round, struck }) => stormOf(source, round) !== struck)?.round ?? null;
}

function follow(
  order: readonly string[],
  shoe: DealtShoe,
  burned: number,
): { mismatch: Mismatch | null; used: number } {
  let used = burned;
  for (const round of shoe.rounds) {
    for (const [place, found] of round.cards.entries()) {
      const expected = order[used] ?? "–";
      if (expected !== found) return { mismatch: { round: round.round, place: place + 1, expected, found }, used };
      used += 1;
    }
  }
  return { mismatch: null, used };
}

function endFits(shoe: DealtShoe, cards: number): boolean {
  if (shoe.is_abandoned || shoe.cut_card === null) return true; // it may end anywhere, or the end is unknown
  let left = cards;
  let behindTheCutCard = 0; // rounds that ended there
  for (const round of shoe.rounds) {
    left -= round.cards.length;
    if (left <= shoe.cut_card) behindTheCutCard += 1;
  }
  return behindTheCutCard === (shoe.plays_one_more ? 2 : 1);
}

export function everythingFits(check: ShoeCheck): boolean {
  return (
    check.commitmentFits &&
    check.orderIsComplete &&
    check.burnFits &&
    check.mismatch === null &&
    check.wrongStorm === null &&
    check.endFits
  );
}
