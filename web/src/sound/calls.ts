/**
 * Plays a message: a sound, a dealer's call, a sentence for the screen reader. A round that returned no more
 * than was staked is announced, never celebrated.
 */
import { announce } from "../announce/announce.svelte";
import { amount } from "../format/figures";
import type { Answer, RoundResult, Settlement } from "../wire/protocol.generated";
import type { Told } from "../state/told";
import { floor } from "../floor/floor.svelte";
import { placeOf } from "../state/table-view";
import { resultCall } from "../message/call";
import { tierOf } from "../message/celebration";
import { whyRefused } from "../message/why-refused";
import { reasonWords, refusalWords, say } from "../words/say.svelte";
import { call, play, vibrate } from "./play";

export function soundMessage(message: Told): void {
  switch (message.type) {
    case "betting_opened":
      play("open");
      told("phase.betting", message.table);
      break;
    case "betting_closed":
      play("close");
      told("call.bets_closed", message.table);
      break;
    case "card_dealt":
      if ("slide" in message) play("slide"); // a card that was already there makes no sound
      if (message.card === 2)
        told(message.side === "player" ? "call.player_draws" : "call.banker_draws", message.table);
      break;
    case "cards_turn":
      play("flip");
      break;
    case "natural_called":
      play("natural");
      break;
    case "round_settled":
      resultCalled(message.result, message.table);
      if (message.roads.good_roads?.length) play("good_road");
      break;
    case "settlement":
      settled(message);
      break;
    case "wagers":
      play(
        message.action.startsWith("clear")
          ? "sweep"
          : message.stakes.length > 1 && message.action !== "place"
            ? "stack"
            : "chip",
      );
      announce(say("call.staked", { amount: amount(message.staked) }));
      break;
    case "answer":
      answered(message);
      break;
    case "shoe_committed":
      told("phase.shoe_change", message.table);
      break;
    case "round_cancelled":
      play("push");
      announce(say("call.cancelled", { round: message.round, reason: reasonWords(message.reason) }), true);
      break;
    case "round_voided":
      play("push");
      announce(say("call.voided", { round: message.round, reason: reasonWords(message.reason) }), true);
      break;
    case "shoe_abandoned":
      play("push");
      announce(say("shoe.abandoned", { shoe: message.shoe, reason: reasonWords(message.reason) }), true);
      break;
    case "table_paused":
      play("push");
      announce(say("call.paused", { reason: reasonWords(message.reason) }), true);
      break;
    case "reality_check":
      play("attendant");
      break;
    default:
  }
}

function told(
  key: "phase.betting" | "phase.shoe_change" | "call.bets_closed" | "call.player_draws" | "call.banker_draws",
  table: string,
): void {
  spoken(say(key), table);
  announce(say(key));
}

/** Of several tables only the one in front has a voice. */
function spoken(text: string, table: string): void {
  if (floor.front === placeOf(table)) call(text);
}

function resultCalled(result: RoundResult, table: string): void {
  const view = floor.house.tables[placeOf(table)];
  const text = resultCall(result);
  spoken(text, table);
  announce(view && floor.open.length > 1 ? `${view.info.title}: ${text}` : text);
}

function settled(message: Settlement): void {
  if (message.won) {
    play(tierOf(message) === 3 ? "win_large" : "win_small");
    announce(say("call.you_win", { amount: amount(message.returned - message.staked) }));
  } else {
    if (message.returned > 0) play("push");
    announce(say("call.returned", { amount: amount(message.returned) }));
  }
}

function answered(message: Answer): void {
  if (message.outcome === "accepted") {
    vibrate("accepted");
    return;
  }
  play("refused");
  vibrate("refused");
  const { refused, house } = floor;
  const view = house.tables[placeOf(message.table)];
  const bet = refused?.answer === message ? refused.bet : null;
  announce(view ? whyRefused(view, message, bet, house.balance ?? 0) : refusalWords(message.refusal ?? ""), true);
}
