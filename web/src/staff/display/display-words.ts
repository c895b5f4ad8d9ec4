/** What a wall display says: phase, result and limits, short enough to be read across a room. */
import type { FieldInfo, RoundResult, TableInfo, TableState } from "../../wire/protocol.generated";

const PHASES: Readonly<Record<TableState["phase"], string>> = {
  betting: "Place your bets",
  dealing: "No more bets",
  squeezing: "Squeeze",
  result: "Result",
  shoe_change: "Shoe change",
};

export function phaseWords(state: TableState, secondsLeft: number | null, hurryMs: number): string {
  if (state.paused !== null) return "Table paused";
  if (state.phase === "betting" && secondsLeft !== null && secondsLeft * 1000 <= hurryMs) return "Last bets";
  return PHASES[state.phase];
}

export function winnerWords(result: RoundResult): string {
  return result.winner === "tie" ? "Tie" : `${result.winner === "player" ? "Player" : "Banker"} wins`;
}

/** "natural 8 over 0", "6 over 4, wins ×3", "7 each". */
export function totalsWords(result: RoundResult): string {
  const { winner, player, banker, is_natural: isNatural, multiplier = 1 } = result;
  const [won, lost] = winner === "player" ? [player, banker] : [banker, player];
  const figure = (total: number | null): string => (total === null ? "" : total < 0 ? `−${-total}` : String(total));
  if (winner === "tie") return `${figure(player.total)} each`;
  const times = multiplier > 1 ? `, wins ×${multiplier}` : "";
  return `${isNatural ? "natural " : ""}${figure(won.total)} over ${figure(lost.total)}${times}`;
}

export type Limit = { readonly title: string; readonly from: number; readonly to: number | null };

/** Player and Banker, Tie, and all side bets together. */
export function limitsOf(info: TableInfo): readonly Limit[] {
  const main = info.fields.filter((field) => field.backs !== null);
  const tie = info.fields.filter((field) => field.is_tie && field.bet === "tie");
  const side = info.fields.filter((field) => !main.includes(field) && !tie.includes(field));
  return [
    ...limit("Player, Banker", main, info.difference_max),
    ...limit("Tie", tie, null),
    ...limit("Side bets", side, null),
  ];
}

function limit(title: string, fields: readonly FieldInfo[], otherwise: number | null): readonly Limit[] {
  if (fields.length === 0) return [];
  const highest = fields.reduce<number | null>(
    (most, { stake_max: max }) => (max === null ? most : Math.max(most ?? 0, max)),
    null,
  );
  return [{ title, from: Math.min(...fields.map((field) => field.stake_min)), to: highest ?? otherwise }];
}
