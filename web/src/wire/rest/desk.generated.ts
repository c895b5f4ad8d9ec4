// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

import type { Limits } from "./account.generated";
import type { CoupChange, PlayChange, PlayedBet } from "./record.generated";

/** Amounts in the currency's smallest unit. */
export interface DeskPatron {
  readonly id: string;
  /** empty: a guest */
  readonly name: string;
  readonly is_guest: boolean;
  readonly created_at: number;
  readonly standing: "cool_off" | "erased" | "excluded" | "may_play" | "suspended";
  /** of a cool-off or an exclusion */
  readonly until: number | null;
  readonly seen_at: number | null;
  readonly purse: number;
  readonly held: readonly HeldStakes[];
  /** the titles of those tables */
  readonly tables: readonly string[];
  /** newest first */
  readonly tickets: readonly UnpaidTicket[];
  readonly limits: Limits;
  /** how long the patron has played without a break */
  readonly session_ms: number;
  /** null: the patron does not play */
  readonly session_since: number | null;
  /** newest first */
  readonly notes: readonly NoteView[];
  /** the gaming day */
  readonly day: string;
}

/** `stake` times `odds` is `win`; the stake comes back with it, unless the bet lost. */
export interface ExplainedBet {
  readonly bet: string;
  readonly title: string;
  readonly stake: number;
  /** the condition that decided; empty: none held, or the round was not settled */
  readonly line: string;
  /** net, to one: 19/20 */
  readonly odds: string;
  /** below zero: lost */
  readonly win: number;
  readonly commission: number;
  /** of the stake, what a storm has cost */
  readonly fee: number;
  /** stake included */
  readonly returned: number;
}

export interface ExplainedCard {
  readonly side: "banker" | "player";
  readonly card: string;
  readonly points: number;
  /** of its hand, with it */
  readonly total: number;
  /** null: entered later */
  readonly at: number | null;
  readonly why: string;
}

/** One patron's part. */
export interface ExplainedPlay {
  readonly bets: readonly ExplainedBet[];
  readonly staked: number;
  readonly returned: number;
  /** oldest first */
  readonly changes: readonly PlayChange[];
}

export interface ExplainedRound {
  readonly table: string;
  /** of the table */
  readonly title: string;
  readonly book: string;
  readonly shoe: number;
  readonly round: number;
  readonly status: "cancelled" | "corrected" | "settled" | "voided";
  /** account; empty: none was tapped in */
  readonly dealer: string;
  readonly opened_at: number;
  readonly closed_at: number | null;
  /** when it ended */
  readonly at: number;
  /** cards of a storm and their multipliers, `4hx3 Kdx8`; empty: none */
  readonly struck: string;
  readonly cards: readonly ExplainedCard[];
  /** why there was no further card; empty: it was not dealt to its end */
  readonly end: string;
  readonly player_total: number | null;
  readonly banker_total: number | null;
  readonly winner: "banker" | "player" | "tie" | null;
  /** "Banker wins 7 over 6" */
  readonly result: string;
  /** every bet that won, backed or not */
  readonly came_out: readonly string[];
  /** oldest first */
  readonly changes: readonly CoupChange[];
  /** of the patron asked about */
  readonly play: ExplainedPlay | null;
  readonly is_disputed: boolean;
}

export interface Found {
  /** the best match first */
  readonly patrons: readonly FoundPatron[];
  /** if one was meant */
  readonly round: FoundRound | null;
}

export interface FoundPatron {
  readonly id: string;
  /** empty: a guest */
  readonly name: string;
  readonly by: "id" | "name" | "round" | "ticket";
  readonly standing: "cool_off" | "erased" | "excluded" | "may_play" | "suspended";
  /** of a cool-off or an exclusion */
  readonly until: number | null;
  readonly purse: number;
  /** titles of those with bets on them */
  readonly tables: readonly string[];
  /** by a session that is still there */
  readonly seen_at: number | null;
}

export interface FoundRound {
  readonly table: string;
  readonly shoe: number;
  readonly round: number;
  /** its patrons are in an archive file, and not listed */
  readonly is_archived: boolean;
}

/** What a patron has on a table now. */
export interface HeldStakes {
  readonly table: string;
  readonly book: string;
  readonly shoe: number;
  readonly coup: number;
  readonly stakes: readonly (readonly [string, number])[];
}

export interface NamedLine {
  /** of the member of staff */
  readonly name: string;
  /** of the table */
  readonly title: string;
  /** in the order of the bets */
  readonly bet_titles: readonly string[];
  readonly at: number;
  readonly kind: "adjusted" | "adjustment_reversed" | "buy_in" | "buy_in_reversed" | "cash_out" | "held" | "play_credits" | "redeemed" | "round" | "round_changed" | "tip";
  /** out of the purse */
  readonly debit: number;
  /** into it */
  readonly credit: number;
  /** after this line */
  readonly purse: number;
  readonly table: string;
  readonly book: string;
  readonly shoe: number;
  readonly round: number;
  /** of a round: as it stands now */
  readonly status: "cancelled" | "corrected" | "settled" | "voided" | "tip" | null;
  /** of a round: as first settled; held: as they lie */
  readonly bets: readonly PlayedBet[];
  /** in the cashier's log */
  readonly entry: number | null;
  /** its code; of one that is not paid, the beginning */
  readonly ticket: string;
  /** the ticket */
  readonly is_paid: boolean;
  /** the member of staff; empty: nobody */
  readonly by: string;
  readonly reason: string;
  readonly is_reversed: boolean;
  /** the entry that this one reverses */
  readonly reverses: number | null;
  /** what could not be taken back */
  readonly uncovered: number;
}

export interface NoteView {
  readonly number: number;
  readonly at: number;
  readonly by: string;
  /** of its writer */
  readonly name: string;
  readonly text: string;
}

export interface RoundExplained {
  readonly round: ExplainedRound;
  /** whose bets these are; empty: nobody's */
  readonly patron: string;
  readonly name: string;
  readonly dealer_name: string;
}

export interface StatementView {
  /** the last gaming day of the period */
  readonly day: string;
  readonly days: number;
  readonly since: number;
  readonly until: number;
  /** newest first */
  readonly lines: readonly NamedLine[];
  /** the purse before these lines */
  readonly opening: number;
  /** and after them */
  readonly closing: number;
  /** of these lines: on rounds that ended */
  readonly staked: number;
  readonly returned: number;
  /** the `before` of the next page; null: the period's first line is here */
  readonly next: string | null;
  /** older lines were dropped with archived rounds */
  readonly is_cut: boolean;
}

export interface UnpaidTicket {
  /** the code's first letters; the whole code is as good as money */
  readonly begins: string;
  readonly amount: number;
  readonly is_hand_pay: boolean;
  readonly at: number;
}
