/** What the server answers over HTTP, as its OpenAPI document declares it: only what this client reads. */
import type { TablePaused } from "./protocol.generated";

export type Me = {
  readonly id: string;
  readonly name: string; // empty: a guest
  readonly role: string;
  readonly is_guest: boolean;
  readonly is_locked: boolean;
  readonly must_change_password: boolean;
  readonly request_token: string;
  readonly choices: { readonly shows_name: boolean; readonly language: string; readonly shows_credits: boolean };
  readonly session: { readonly elapsed_ms: number; readonly staked: number; readonly returned: number };
  readonly limits: OwnLimits | null; // null: staff
  readonly server_time: number;
};

export type Purse = {
  readonly balance: number;
  readonly currency: string;
  readonly currency_digits: number;
  readonly play_credits: number | null; // null: money is real
  readonly play_credits_in_ms: number;
};

export type Ticket = {
  readonly code: string;
  readonly amount: number;
  readonly is_hand_pay: boolean;
  readonly qr_svg: string;
};
/** An open call of one's own: a press of the button, or a ticket that is paid by hand. */
export type OwnCall = {
  readonly id: number;
  readonly at: number;
  readonly amount: number;
  readonly ticket: string; // empty: the button
  readonly is_taken: boolean; // somebody is on the way
};

export type LimitView = { readonly now: number | null; readonly next: number | null; readonly next_at: number | null };

export type OwnLimits = {
  readonly loss_a_day: LimitView;
  readonly stake_a_day: LimitView;
  readonly session_minutes: LimitView;
  readonly reality_check_minutes: number | null;
  readonly reality_check_comes_every: number | null;
  readonly cool_off_until: number | null;
  readonly excluded_until: number | null;
  readonly staked_today: number;
  readonly returned_today: number;
  readonly room: number | null;
  readonly may_not_bet: string | null;
};

/** What is left out stays as it is; null is no limit. */
export type WantedLimits = {
  readonly loss_a_day?: number | null;
  readonly stake_a_day?: number | null;
  readonly session_minutes?: number | null;
  readonly reality_check_minutes?: number | null;
};

export type LobbyAnswer = {
  readonly floor: string;
  readonly is_demo: boolean;
  readonly currency_digits: number;
  readonly play_credits: number | null;
  readonly has_guests: boolean;
  readonly registration: "open" | "staff" | "operator";
  readonly identity: "none" | "document";
};

export type BookLine = { readonly when: string; readonly pays: string; readonly chance_percent: number };
export type BookBet = {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly BookLine[];
  readonly last_round: number | null;
  readonly backs: "player" | "banker" | null;
  readonly rtp_percent: number;
  readonly house_edge_percent: number;
  readonly win_percent: number;
};
export type BookAnswer = {
  readonly id: string;
  readonly title: string;
  readonly bets: readonly BookBet[];
};
export type BookInShort = { readonly id: string; readonly title: string; readonly tables: readonly string[] };

export type FairRound = { readonly round: number; readonly cards: readonly string[] };
export type FairShoe = {
  readonly table: string;
  readonly shoe: number;
  readonly deck: string;
  readonly commitment: string;
  readonly contributions: readonly string[];
  readonly secret: string | null; // null: still in play
  readonly burn_card: string | null;
  readonly burned_face_down: number;
  readonly rounds: readonly FairRound[]; // cards in the order in which they left the shoe
  readonly is_abandoned: boolean;
  readonly cut_card: number | null; // how many cards lie behind it
  readonly plays_one_more: boolean; // round after the one in which the cut card came out
};
export type FairShoeInList = {
  readonly shoe: number;
  readonly commitment: string;
  readonly is_revealed: boolean;
  readonly is_abandoned: boolean;
  readonly rounds: number;
};

export type PlayedBet = {
  readonly bet: string;
  readonly stake: number;
  readonly odds: string; // net, to one
  readonly returned: number;
  readonly commission: number;
};
/** A decision of staff about a settled round, and the hands before it. */
export type RoundChange = {
  readonly status: "voided" | "corrected";
  readonly at: number;
  readonly role: string; // empty: not known
  readonly reason: TablePaused["reason"];
  readonly player: string;
  readonly banker: string;
};
export type PlayChange = RoundChange & {
  readonly bets: readonly PlayedBet[];
  readonly adjusted: number;
  readonly uncovered: number;
};
export type CoupStatus = "settled" | "cancelled" | "voided" | "corrected";
export type RecordRow = {
  readonly at: number;
  readonly table: string;
  readonly book: string;
  readonly rules: string; // the fingerprint of the book as it was
  readonly shoe: number;
  readonly round: number;
  readonly status: CoupStatus | "tip";
  readonly player: string; // cards, with spaces between them
  readonly banker: string;
  readonly staked: number;
  readonly returned: number;
  readonly commission: number;
  readonly balance_before: number;
  readonly balance_after: number;
  readonly adjusted: number;
  readonly uncovered: number; // of that, what was no longer there to be taken back
  readonly bets: readonly PlayedBet[];
  readonly tip: number; // when it is one, and no round
  readonly changes: readonly PlayChange[]; // the oldest first
};
export type RecordPage = { readonly plays: readonly RecordRow[]; readonly next: string | null };

export type RoundAnswer = {
  readonly table: string;
  readonly book: string;
  readonly shoe: number;
  readonly round: number;
  readonly status: CoupStatus;
  readonly at: number;
  readonly player: readonly string[];
  readonly banker: readonly string[];
  readonly player_total: number | null; // null: not dealt to its end
  readonly banker_total: number | null;
  readonly winner: "player" | "banker" | "tie" | null;
  readonly dealt: readonly { readonly side: "player" | "banker"; readonly card: string; readonly at: number }[];
  readonly wagers: readonly PlayedBet[];
  readonly changes: readonly RoundChange[];
};
