/**
 * Plays a message: a sound, a dealer's call, a sentence for the screen reader. A round that returned no more
 * than was staked is announced, never celebrated.
 */
import { announce } from "../announce/announce.svelte";
import { amount } from "../format/figures";
import type { Answer, FaceUp, RoundResult, Settlement } from "../wire/protocol.generated";
import type { Told } from "../state/told";
import { floor } from "../floor/floor.svelte";
import { placeOf } from "../state/table-view";
import { cardAloud } from "../cards/card-aloud";
import { rareCall, resultCall } from "../message/call";
import { tierOf } from "../message/celebration";
import { plateOf } from "../message/message.svelte";
import { whyRefused } from "../message/why-refused";
import { reasonWords, refusalWords, say } from "../words/say.svelte";
import { call, play, vibrate } from "./play";

export function soundMessage(message: Told): void {
  switch (message.type) {
    case "table_opened":
      arrived(message.info.table);
      break;
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
      if (message.face !== "") cardsTurn([[message.side, message.card, message.face]], message.table); // nobody saw it turn
      break;
    case "cards_turn":
      play("flip");
      cardsTurn(message.faces, message.table);
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
      announce(say("call.staked", { amount: amount(message.staked) }), { topic: "stake" });
      break;
    case "answer":
      answered(message);
      break;
    case "shoe_committed":
      told("phase.shoe_change", message.table);
      break;
    case "round_cancelled":
      play("push");
      urgent(say("call.cancelled", { round: message.round, reason: reasonWords(message.reason) }), message.table);
      break;
    case "round_voided":
      play("push");
      urgent(say("call.voided", { round: message.round, reason: reasonWords(message.reason) }), message.table);
      break;
    case "shoe_abandoned":
      play("push");
      urgent(say("shoe.abandoned", { shoe: message.shoe, reason: reasonWords(message.reason) }), message.table);
      break;
    case "table_paused":
      play("push");
      urgent(say("call.paused", { reason: reasonWords(message.reason) }), message.table);
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
  announce(named(say(key), table));
}

/** Of several tables, each is named. */
function named(words: string, table: string): string {
  const view = floor.house.tables[placeOf(table)];
  return view && floor.open.length > 1 ? say("heard.at", { table: view.info.title, words }) : words;
}

function urgent(words: string, table: string): void {
  announce(named(words, table), { isUrgent: true });
}

/** What is going on at a table that has just been opened. */
function arrived(table: string): void {
  const view = floor.house.tables[placeOf(table)];
  if (!view) return;
  const words = plateOf(view).map((line) => line.text);
  announce(say("heard.at", { table: view.info.title, words: words.join(", ") }));
}

/** The cards of the table in front, by name, as they turn. */
function cardsTurn(faces: readonly FaceUp[], table: string): void {
  if (floor.front !== placeOf(table)) return;
  for (const [side, , face] of faces)
    announce(say("heard.turned", { side: say(`side.${side}`), card: cardAloud(face) }));
}

/** Of several tables only the one in front has a voice. */
function spoken(text: string, table: string): void {
  if (floor.front === placeOf(table)) call(text);
}

function resultCalled(result: RoundResult, table: string): void {
  const view = floor.house.tables[placeOf(table)];
  const text = resultCall(result);
  spoken(text, table);
  announce(named(text, table));
  if (view) announce(rareCall(view));
}

function settled(message: Settlement): void {
  if (message.won) {
    play(tierOf(message) === 3 ? "win_large" : "win_small");
    announce(named(say("call.you_win", { amount: amount(message.returned - message.staked) }), message.table));
  } else {
    if (message.returned > 0) play("push");
    announce(named(say("call.returned", { amount: amount(message.returned) }), message.table));
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
  const why = view ? whyRefused(view, message, bet, house.balance ?? 0) : refusalWords(message.refusal ?? "");
  announce(why, { isUrgent: true });
}
