/** Practice: cards from a shoe shuffled in this browser, without bets or totals. Nothing is sent. */
const RANKS = "A 2 3 4 5 6 7 8 9 T J Q K".split(" ");
const SUITS = ["s", "h", "d", "c"];
const DECKS = 8;

export const practice = $state({ isOn: false });

/** A shuffled shoe, drawn without bias from the browser's random source. */
export function shuffledShoe(random: (below: number) => number = randomBelow): string[] {
  const shoe = Array.from({ length: DECKS }, () => SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit))).flat();
  for (let last = shoe.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [shoe[last], shoe[other]] = [shoe[other] ?? "", shoe[last] ?? ""];
  }
  return shoe;
}

function randomBelow(limit: number): number {
  const fair = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (word < fair) return word % limit;
  }
}
