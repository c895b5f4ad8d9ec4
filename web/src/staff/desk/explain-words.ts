/** A round in the words of support: the reason for each third card, and each bet's arithmetic. */
import type { ExplainedBet, ExplainedRound } from "../../wire/rest.generated";
import { money } from "../kit/formats";

/** "500 × 0.95 = 475, with the stake 975". */
export function arithmetic(bet: ExplainedBet): string {
  if (bet.win < 0) return `${money(bet.stake)} lost`;
  if (bet.win === 0) return `the stake of ${money(bet.stake)} comes back`;
  return `${money(bet.stake)} × ${oddsWords(bet.odds)} = ${money(bet.win)}, with the stake ${money(bet.returned)}`;
}

/** "Banker, “Banker wins”: 500 × 0.95 = 475, with the stake 975." */
export function betWords(bet: ExplainedBet): string {
  const fee = bet.fee > 0 ? `; ${money(bet.fee)} of the stake was the storm's fee` : "";
  return `${bet.title}${bet.line ? `, “${bet.line}”` : ""}: ${arithmetic(bet)}${fee}.`;
}

/** "19/20" as staff say it: 0.95; what does not end stays a fraction. */
export function oddsWords(odds: string): string {
  const [over, under = "1"] = odds.split("/");
  const value = Number(over) / Number(under);
  const short = Number(value.toFixed(4));
  return Math.abs(short - value) < Number.EPSILON ? String(short) : odds;
}

/** Why each third card was dealt, and why no further one. */
export function reasons(round: ExplainedRound): readonly string[] {
  const drawn = round.cards.slice(4).map((card) => card.why);
  return [...drawn, round.end].filter((each) => each !== "");
}

export type Step = { readonly at: number; readonly title: string; readonly cards: number };

/** What happened when, for the line under the cards; `cards`: how many lie there by then. */
export function steps(round: ExplainedRound): readonly Step[] {
  const at = (number: number): number => round.cards[number]?.at ?? round.at;
  const found: Step[] = [{ at: round.opened_at, title: "open", cards: 0 }];
  if (round.closed_at !== null) found.push({ at: round.closed_at, title: "closed", cards: 0 });
  const first = Math.min(4, round.cards.length);
  if (first > 0) found.push({ at: at(first - 1), title: "cards", cards: first });
  for (let number = 4; number < round.cards.length; number += 1)
    found.push({ at: at(number), title: number === 4 ? "third" : "last", cards: number + 1 });
  found.push({ at: round.at, title: round.status === "cancelled" ? "cancelled" : "paid", cards: round.cards.length });
  return [...found, ...round.changes.map((each) => ({ at: each.at, title: each.status, cards: round.cards.length }))];
}
