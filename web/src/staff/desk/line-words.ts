/** What a line of the statement says: its words, where it was, and the letter on its badge. */
import type { NamedLine } from "../../wire/rest.generated";
import { money } from "../kit/formats";
import type { IconName } from "../kit/icon-paths";

const DAY_MS = 24 * 60 * 60_000;

export type Side = "player" | "banker" | "tie";

const WHAT: Readonly<Record<NamedLine["kind"], string>> = {
  round: "Round",
  round_changed: "Round",
  tip: "Tip",
  buy_in: "Buy-in at the cage",
  play_credits: "Play credits",
  cash_out: "Ticket printed",
  redeemed: "Ticket redeemed",
  buy_in_reversed: "Buy-in reversed",
  adjusted: "Adjustment",
  adjustment_reversed: "Adjustment reversed",
  held: "Held",
};
const ICONS: Readonly<Partial<Record<NamedLine["kind"], IconName>>> = {
  tip: "patrons",
  buy_in: "cash",
  play_credits: "cash",
  cash_out: "ticket",
  redeemed: "ticket",
  buy_in_reversed: "undo",
  adjusted: "keys",
  adjustment_reversed: "undo",
  round_changed: "redo",
};
export const REASONS: Readonly<Record<string, string>> = {
  wrong_payout: "wrong payout",
  cash_difference: "cash difference",
  booked_wrongly: "booked wrongly",
  goodwill: "goodwill",
  other: "other reason",
};

/** "Banker 300 · Tie 50". */
export function whatOf(line: NamedLine): string {
  if (line.kind === "round_changed") return line.status === "voided" ? "Round voided" : "Round corrected";
  if (line.kind !== "round" && line.kind !== "held") return WHAT[line.kind];
  const bets = line.bets.map((bet, place) => `${line.bet_titles[place] ?? bet.bet} ${money(bet.stake)}`).join(" · ");
  return line.kind === "held" ? `${bets}, held` : bets;
}

/** "Jade 2 · 9 / 40 · in dispute". */
export function whereOf(line: NamedLine): string {
  const round = line.round ? `${line.title} · ${line.shoe} / ${line.round}` : line.title;
  switch (line.kind) {
    case "round":
      return line.status === "settled" ? round : `${round} · ${line.status ?? ""}`;
    case "round_changed":
    case "held":
      return round;
    case "tip":
      return `at ${line.title}`;
    case "cash_out":
      return line.is_paid ? `${line.ticket}, paid` : line.ticket;
    case "redeemed":
      return line.ticket;
    case "adjusted":
      return [REASONS[line.reason] ?? line.reason, line.name, line.is_reversed ? "reversed" : ""]
        .filter(Boolean)
        .join(" · ");
    case "buy_in":
      return [line.name, line.is_reversed ? "reversed" : ""].filter(Boolean).join(" · ");
    case "play_credits":
      return "";
    case "buy_in_reversed":
    case "adjustment_reversed":
      return line.name;
  }
}

/** The side of the bet that brought most, or of the largest stake; null: a side bet, or no round. */
export function sideOf(line: NamedLine): Side | null {
  if (line.kind !== "round" && line.kind !== "held") return null;
  const best = [...line.bets].sort((a, b) => b.returned - a.returned || b.stake - a.stake)[0];
  return best?.bet === "player" || best?.bet === "banker" || best?.bet === "tie" ? best.bet : null;
}

export function iconOf(line: NamedLine): IconName {
  return ICONS[line.kind] ?? "cards";
}

/** "2026-11-16" and one day is "2026-11-17". */
export function movedDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
