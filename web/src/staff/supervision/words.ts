/** What waits, what happened and why, in a supervisor's words. Consoles speak English only. */
import { SLOW_CARD_MS } from "../../wire/protocol/thresholds.generated";
import type { WaitingItem, WatchedTile } from "../../wire/protocol.generated";
import type { Incident, TableEvent } from "../../wire/rest.generated";
import type { IconName } from "../kit/icon-paths";
import { money, sigma } from "../kit/formats";

export type Reason = NonNullable<WatchedTile["paused"]>;

const STAFF_REASONS = {
  dealing_error: "Dealing error",
  card_error: "Card error",
  malfunction: "Malfunction",
  dispute: "Dispute",
  interruption: "Interruption",
  card_exposed: "Card exposed or on the floor",
  cleared_early: "Cards cleared too early",
  burn_forgotten: "Burn forgotten",
  revealed_early: "Card revealed early",
  reader_lost: "Reader lost",
  picture_lost: "Picture lost",
  dealer_unwell: "Dealer unwell",
  other: "Other",
} as const;
export type StaffReason = keyof typeof STAFF_REASONS;

const REASONS: Readonly<Record<Reason, string>> = {
  ...STAFF_REASONS,
  restart: "The floor was restarted",
  clock_was_set: "The clock was set",
  floor_was_set_back: "The floor was set back",
  rules_changed: "The rules have changed",
  no_order: "The shoe has no order",
  table_removed: "Taken off the floor",
  card_unknown: "Card refused: no card of the deck",
  card_not_due: "Card refused: none was due",
  card_too_often: "Card refused: more than the shoe holds",
  card_to_wrong_side: "Card refused: wrong side",
  card_not_called: "Card drawn against the rule",
  two_cards: "Two cards at once",
  dealt_early: "Dealt before betting closed",
  out_of_order: "Out of order",
  log_unreadable: "Its log cannot be read",
  taken_over: "Taken over by another server",
};

export function reasonWords(reason: Reason | null | undefined): string {
  return reason ? REASONS[reason] : "";
}

/** Reasons for which a table is paused, a round cancelled or voided, a table closed. */
export const PAUSE_REASONS: Readonly<Partial<Record<StaffReason, string>>> = {
  dealing_error: STAFF_REASONS.dealing_error,
  card_error: STAFF_REASONS.card_error,
  malfunction: STAFF_REASONS.malfunction,
  interruption: STAFF_REASONS.interruption,
  other: STAFF_REASONS.other,
};
export const TAKE_BACK_REASONS: Readonly<Partial<Record<StaffReason, string>>> = {
  card_error: "Card typed or read wrongly",
  dealing_error: "Placed on the wrong side",
  dispute: "Dispute upheld",
  malfunction: STAFF_REASONS.malfunction,
};
export const CLOSE_REASONS: Readonly<Partial<Record<StaffReason, string>>> = {
  interruption: "Closed for now",
  malfunction: STAFF_REASONS.malfunction,
  dealer_unwell: STAFF_REASONS.dealer_unwell,
  other: STAFF_REASONS.other,
};

type Words = { readonly kind: string; readonly icon: IconName; readonly words: string; readonly action: string };

/** "Jade 2 · round 40", "Ivory", "Jade 3 · dealer Omar Saleh". */
export function whereWords(item: WaitingItem): string {
  const at = item.title || "Lobby";
  if (item.about === "dealer") return `${at} · dealer ${item.who || "unknown"}`;
  return item.round ? `${at} · round ${item.round}` : at;
}

export function waitingWords(item: WaitingItem): Words {
  const who = item.who || "A guest";
  const held = item.amount ? ` ${money(item.amount)} held.` : "";
  switch (item.about) {
    case "dispute":
      return {
        kind: "Dispute",
        icon: "flag",
        words: `${who} disputes the round; ${money(item.amount ?? 0)} staked in it.`,
        action: "Decide",
      };
    case "stopped":
      return { kind: "Alarm", icon: "alarm", words: `${stopWords(item)}. Table stopped.${held}`, action: "Open table" };
    case "out_of_order":
      return { kind: "Alarm", icon: "alarm", words: `${reasonWords(item.reason)}.${held}`, action: "Open table" };
    case "paused":
      return { kind: "Paused", icon: "pause", words: `${reasonWords(item.reason)}.${held}`, action: "Open table" };
    case "return":
      return {
        kind: item.kind === "alarm" ? "Alarm" : "Attention",
        icon: "day",
        words: `Win ${sigma(item.deviations ?? 0)} today, 95 % band left.`,
        action: "Look",
      };
    case "slow_card":
      return { kind: "Attention", icon: "clock", words: `No card for ${SLOW_CARD_MS / 1000} seconds.`, action: "Look" };
    case "attendant":
      return { kind: "Call", icon: "bell", words: `${who} calls an attendant.${taken(item)}`, action: "Send" };
    case "hand_pay":
      return {
        kind: "Hand-pay",
        icon: "cash",
        words: `${money(item.amount ?? 0)} to ${item.who || "a guest"}.${taken(item)}`,
        action: "Send",
      };
    case "dealer":
      return {
        kind: "Call",
        icon: "patrons",
        words: `${item.text || "Calls a supervisor"}${taken(item)}`,
        action: "Answer",
      };
    case "confirmation":
      return {
        kind: "Second person",
        icon: "keys",
        words: `${who} has typed a card and waits for a second person.`,
        action: "Look",
      };
    case "reader":
      return { kind: "Alarm", icon: "scan", words: item.text || "The card reader is silent.", action: "Open table" };
    case "picture":
      return {
        kind: "Alarm",
        icon: "camera",
        words: item.text || "The picture has left its band.",
        action: "Open table",
      };
    case "relief":
      return { kind: "Alarm", icon: "clock", words: item.text || "A relief is late.", action: "Open table" };
    case "digest":
      return {
        kind: "Alarm",
        icon: "audit",
        words: item.text || "Program or configuration has changed.",
        action: "Look",
      };
    case "owner":
      return { kind: "Alarm", icon: "nodes", words: "No node runs this table: nobody can bet there.", action: "Look" };
  }
}

function stopWords(item: WaitingItem): string {
  const words = reasonWords(item.reason);
  return item.detail ? `${words} (${item.detail})` : words;
}

function taken(item: WaitingItem): string {
  return item.taken_by ? ` ${item.taken_by} is on the way.` : "";
}

const INCIDENTS: Readonly<Record<Incident["kind"], string>> = {
  pause: "Paused",
  stop: "Stopped",
  cancel: "Round cancelled",
  void: "Round voided",
  correction: "Round corrected",
  dispute: "Dispute",
  set_aside: "Card set aside",
  rebuilt: "Hands rebuilt",
  shoe_abandoned: "Shoe abandoned",
};
const OUTCOMES: Readonly<Record<Incident["outcome"], string>> = {
  "": "",
  resumed: "resumed",
  cancelled: "round cancelled",
  dismissed: "dismissed",
  voided: "upheld, round voided",
  corrected: "upheld, round corrected",
  shoe_abandoned: "shoe abandoned",
};

export function incidentWords(incident: Incident): string {
  return INCIDENTS[incident.kind];
}

export function outcomeWords(incident: Incident): string {
  return OUTCOMES[incident.outcome] || (isOpenEnded(incident) ? "open" : "");
}

function isOpenEnded({ kind, ended_at }: Incident): boolean {
  return ended_at === null && (kind === "pause" || kind === "stop" || kind === "dispute");
}

const WINNERS = { player: "Player", banker: "Banker", tie: "Tie" } as const;

/** What stands beside an event's cards; the cards themselves are drawn. */
export function eventWords(event: TableEvent, nameOf: (account: string) => string): string {
  const by = nameOf(event.by);
  switch (event.type) {
    case "shoe_opened":
      return `Shoe ${event.shoe} opened`;
    case "cards_burned":
      return `Burn card, ${event.amount} face down`;
    case "betting_opened":
      return `Betting open, round ${event.round}`;
    case "betting_closed":
      return `Bets closed, round ${event.round}${event.staked === null ? "" : `: ${money(event.staked)}`}`;
    case "cards_struck":
      return "Storm";
    case "card_dealt":
      return `${event.side === "banker" ? "Banker" : "Player"}, card ${event.place}`;
    case "round_settled":
      return resultWords(event);
    case "round_corrected":
      return `Corrected: ${resultWords(event)}`;
    case "round_cancelled":
      return `Round ${event.round} cancelled: ${reasonWords(event.reason)}`;
    case "round_voided":
      return `Round ${event.round} voided: ${reasonWords(event.reason)}`;
    case "round_rebuilt":
      return "Hands rebuilt";
    case "card_set_aside":
      return "Card set aside";
    case "shoe_ended":
      return `Shoe ${event.shoe} over`;
    case "shoe_abandoned":
      return `Shoe abandoned: ${reasonWords(event.reason)}`;
    case "paused":
      return `Paused: ${reasonWords(event.reason)}${event.detail ? ` (${event.detail})` : ""}`;
    case "resumed":
      return "Resumed";
    case "dispute_raised":
      return `Round ${event.round} disputed`;
    case "dispute_dismissed":
      return `Dispute of round ${event.round} dismissed`;
    case "tip_given":
      return `Tip ${money(event.amount)}`;
    case "dealer_changed":
      return event.detail ? `${nameOf(event.detail) || "A dealer"} deals` : `${by || "The dealer"} has tapped out`;
    case "divider_seen":
      return "Divider out";
  }
}

function resultWords(event: TableEvent): string {
  if (!event.winner || !event.totals) return "Round settled";
  const [player, banker] = event.totals;
  if (event.winner === "tie") return `Tie at ${player}`;
  const [high, low] = event.winner === "player" ? [player, banker] : [banker, player];
  return `${WINNERS[event.winner]} wins ${high} over ${low}`;
}
