/** What the dealer would call now. Totals, winner and naturals all come from the server. */
import { amount, odds, total } from "../format/figures";
import { rareLine } from "./celebration";
import { resultOf, type SideName, type TableView } from "../state/table-view";
import { betTitle, say } from "../words/say.svelte";
import type { RoundResult } from "../wire/protocol.generated";

export function call(view: TableView): string {
  const result = resultOf(view);
  if (result) return resultCall(result);
  if (view.phase === "result" || view.phase === "shoe_change") return "";
  if (view.natural !== null) return say("call.natural", { total: total(view.natural) });
  const drawing = drawingOf(view);
  if (drawing) return say(drawing === "player" ? "call.player_draws" : "call.banker_draws");
  if (view.phase === "squeezing") return say("squeeze.others");
  if (view.phase === "dealing" && view.player.cards.length === 0) return say("call.bets_closed");
  return "";
}

export function resultCall(result: RoundResult): string {
  const [player, banker] = [total(result.player.total ?? 0), total(result.banker.total ?? 0)];
  if (result.winner === "tie") return say("call.tie", { total: player });
  const isPlayer = result.winner === "player";
  const [won, lost] = isPlayer ? [player, banker] : [banker, player];
  if (result.is_natural) return say("call.natural_wins", { side: say(`side.${result.winner}`), total: won });
  return say(isPlayer ? "call.player_wins" : "call.banker_wins", { total: won, other: lost });
}

/** Where a negative total decided, one line says why it won: few know multicolor's order. */
function whyCall(result: RoundResult): string {
  return result.decided_by === "negative" || result.decided_by === "larger_negative"
    ? say(`decided.${result.decided_by}`)
    : "";
}

/** The side that won, and whose stakes yet only go back. */
function pushCall(result: RoundResult, fields: TableView["info"]["fields"]): string {
  const pushed = fields.find(({ bet, backs }) => backs === result.winner && result.pushed?.includes(bet));
  return pushed ? say("call.push", { bet: betTitle(pushed.bet, pushed.title) }) : "";
}

/** A rare line that came out names itself, backed or not; otherwise that the winner pushes, or why a minus won. */
export function rareCall(view: TableView): string {
  const result = resultOf(view);
  const rare = result && rareLine(result, view.info.fields);
  if (!rare) return result ? pushCall(result, view.info.fields) || whyCall(result) : "";
  return say("call.rare", { bet: betTitle(rare.field.bet, rare.field.title), odds: odds(rare.odds) });
}

/** The side whose third card is being dealt or has just been dealt. */
function drawingOf(view: TableView): SideName | null {
  return (["banker", "player"] as const).find((side) => view[side].cards.length > 2) ?? null;
}

/** A win only when more was returned than staked. */
export function ownCall(view: TableView): { text: string; isWin: boolean } | null {
  const settlement = view.settlement;
  if (!settlement || !resultOf(view)) return null;
  const denomination = view.seat?.denomination;
  if (settlement.won) {
    return {
      text: say("call.you_win", { amount: amount(settlement.returned - settlement.staked, denomination) }),
      isWin: true,
    };
  }
  if (settlement.returned > 0)
    return { text: say("call.returned", { amount: amount(settlement.returned, denomination) }), isWin: false };
  return null;
}
