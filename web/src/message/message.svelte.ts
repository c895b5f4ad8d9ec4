/** What is said at a table: what to do now, or what just failed. The most urgent message wins. */
import { amount } from "../format/figures";
import type { Answer, RoundResult } from "../wire/protocol.generated";
import { cardAloud } from "../cards/card-aloud";
import { floor } from "../floor/floor.svelte";
import { resultOf, type Notice, type TableView } from "../state/table-view";
import { clock } from "../floor/clock.svelte";
import type { Refused } from "../floor/waiting.svelte";
import { betTitle, overWords, reasonWords, say } from "../words/say.svelte";
import { call, ownCall, rareCall } from "./call";
import { isHurry, phaseWord } from "./phase";
import { whyRefused } from "./why-refused";

export interface Message {
  readonly text: string;
  readonly tone: "plain" | "warn" | "bad" | "gold";
  readonly fit: { readonly bet: string; readonly stake: number; readonly words: string } | null; // would be accepted
}

const plain = (text: string): Message => ({ text, tone: "plain", fit: null });

/** In one line, for a tile and a phone's tab. */
export function messageOf(view: TableView): Message {
  const urgent = urgentOf(view);
  if (urgent) return urgent;
  const own = ownCall(view);
  if (own) return { text: own.text, tone: own.isWin ? "gold" : "plain", fit: null };
  if (view.phase === "result") return plain(call(view) || say("phase.dealing"));
  return phaseOf(view);
}

/** On the brass plate, one after the other: a result first, then what came out that is rare, then what came back. */
export function plateOf(view: TableView): readonly Message[] {
  const urgent = urgentOf(view);
  if (urgent) return [urgent];
  const own = ownCall(view);
  const returned = own && !own.isWin ? own.text : ""; // a win has its own place and size
  const isStorm = phaseWord(view, clock.ms) === "storm.plate"; // says more than that bets are closed
  const called = isStorm ? [] : [call(view), rareCall(view), returned].filter((text) => text !== "");
  return called.length > 0 ? called.map(plain) : [phaseOf(view)];
}

/** The result that the plate tells now, for whoever asks why. */
export function explainedOnPlate(view: TableView): RoundResult | null {
  return urgentOf(view) ? null : resultOf(view);
}

/** What no call of the dealer says, for whoever cannot see it: a notice, the last seconds, the end of play. */
export function asideOf(view: TableView): string {
  if (floor.link === "lost") return "";
  const told = view.notice;
  if (told) return told.kind === "cancelled" || told.kind === "voided" ? "" : notice(view, told);
  const message = phaseOf(view);
  return view.phase !== "result" && message.tone === "warn" ? message.text : "";
}

/** What is said before anything else: no connection, a pause, a refusal, a notice. */
function urgentOf(view: TableView): Message | null {
  if (floor.link === "lost") {
    const why = say(floor.whyLost);
    if (floor.whyLost === "line.away" || floor.whyLost === "line.store") return { text: why, tone: "warn", fit: null };
    const age = Math.max(0, Math.round((Date.now() - floor.lostAt + clock.ms * 0) / 1000));
    return { text: `${why} ${say("line.age", { count: age })}`, tone: "warn", fit: null };
  }
  if (view.paused !== null)
    return { text: say("phase.paused", { reason: reasonWords(view.paused) }), tone: "warn", fit: null };
  if (floor.refused?.place === view.id) return refusal(view, floor.refused);
  return view.notice && { text: notice(view, view.notice), tone: "warn", fit: null };
}

function phaseOf(view: TableView): Message {
  const over = floor.house.playIsOver;
  if (over && view.phase !== "result") return { text: overWords(over.reason), tone: "warn", fit: null };
  const phase = say(phaseWord(view, clock.ms));
  return { ...plain(phase), tone: isHurry(view, clock.ms) ? "warn" : "plain" };
}

function refusal(view: TableView, { answer, bet, stakes }: Refused): Message {
  return {
    text: whyRefused(view, answer, bet, floor.house.balance ?? 0, stakes),
    tone: "bad",
    fit: view.phase === "betting" ? fitting(answer, bet, view.seat?.denomination) : null,
  };
}

/** Below the minimum: the smallest stake allowed. Above the maximum: whatever still fits, or no offer at all. */
function fitting(answer: Answer, bet: string | null, denomination: number | undefined): Message["fit"] {
  if (!bet || !answer.room) return null;
  const isBelow = answer.refusal === "stake_is_below_minimum";
  const stake = isBelow ? (answer.next_stake ?? answer.room) : answer.room;
  return { bet, stake, words: say("message.place_exactly", { amount: amount(stake, denomination) }) };
}

/** A round of another shoe is named together with its shoe. */
function roundName(view: TableView, shoe: number, round: number): string {
  return shoe === view.shoe ? `${round}` : `${shoe}/${round}`;
}

function notice(view: TableView, told: Notice): string {
  const denomination = view.seat?.denomination;
  switch (told.kind) {
    case "cancelled":
      return say("message.cancelled", { round: told.round, reason: reasonWords(told.reason) });
    case "voided":
      return say("message.voided", { round: told.round, reason: reasonWords(told.reason) });
    case "corrected":
      return say("message.corrected", { round: told.round });
    case "returned":
      return say("message.returned", { round: told.message.round, amount: amount(told.message.amount, denomination) });
    case "adjusted": {
      const how = told.message.status === "voided" ? "voided" : "adjusted";
      const key = `message.${how}_${told.message.amount >= 0 ? "up" : "down"}` as const;
      const round = roundName(view, told.message.shoe, told.message.round);
      return say(key, { round, amount: amount(Math.abs(told.message.amount), denomination) });
    }
    case "left_out": {
      const title = (bet: string) => betTitle(bet, view.info.fields.find((field) => field.bet === bet)?.title ?? bet);
      return say("message.left_out", { bets: told.bets.map(title).join(", ") });
    }
    case "other_chip":
      return say(told.isOffRail ? "message.off_rail_chip" : "message.other_chip", {
        amount: amount(told.units, denomination),
      });
    case "not_placed":
      return say("next.not_placed");
    case "settled": {
      const { round, staked, returned } = told.last;
      return say("message.settled", {
        round,
        staked: amount(staked, denomination),
        returned: amount(returned, denomination),
      });
    }
    case "tipped":
      return say("message.tipped", { amount: amount(told.amount, denomination) });
    case "set_aside":
      return say("message.set_aside", { card: cardAloud(told.card) });
    case "limits": {
      const min = amount(told.low, denomination);
      if (told.high === null) return say("message.new_minimum", { min });
      return say("message.new_limits", { min, max: amount(told.high, denomination) });
    }
    case "too_late":
      return say("message.too_late_returned", { amount: amount(told.amount, denomination) });
    case "dispute":
      return say(told.state === "raised" ? "message.dispute_raised" : "message.dispute_dismissed");
  }
}
