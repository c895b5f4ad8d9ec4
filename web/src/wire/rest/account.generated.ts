// Generated from the routes in src/punto/server/rest by `make format`; do not edit.

/** A patron's choices about the screen and about being seen. */
export interface Choices {
  /** to others at the table */
  readonly shows_name: boolean;
  readonly language: string;
  /** values in credits; otherwise in the currency */
  readonly shows_credits: boolean;
}

/** Omitted fields stay as they are. */
export interface ChoicesChange {
  readonly shows_name?: boolean | null;
  readonly language?: string | null;
  readonly shows_credits?: boolean | null;
}

export interface CoolOff {
  readonly days: number;
}

export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** A limit; null is none. `next` replaces it at `next_at`. */
export interface LimitView {
  readonly now: number | null;
  readonly next: number | null;
  readonly next_at: number | null;
}

/** Amounts in the currency's smallest unit; a day is the floor's gaming day. */
export interface Limits {
  readonly loss_a_day: LimitView;
  readonly stake_a_day: LimitView;
  readonly session_minutes: LimitView;
  /** the patron's own */
  readonly reality_check_minutes: number | null;
  /** the shorter of the patron's and the house's */
  readonly reality_check_comes_every: number | null;
  readonly cool_off_until: number | null;
  /** at the patron's own wish */
  readonly excluded_until: number | null;
  /** by the house */
  readonly house_excluded_until: number | null;
  readonly staked_today: number;
  readonly returned_today: number;
  /** how much more may be staked now; null: no limit */
  readonly room: number | null;
  readonly may_not_bet: PlayIsStopped | null;
}

export interface Me {
  readonly id: string;
  /** empty: a guest */
  readonly name: string;
  readonly role: Role;
  readonly is_guest: boolean;
  /** `POST /api/reauthenticate` unlocks */
  readonly is_locked: boolean;
  /** without activity; null: never */
  readonly locks_after_ms: number | null;
  readonly must_change_password: boolean;
  /** send it as `X-Punto-Token` with every request that changes something */
  readonly request_token: string;
  readonly choices: Choices;
  readonly session: SessionClock;
  /** null for staff, who do not play */
  readonly limits: Limits | null;
  readonly server_time: number;
}

export interface NewPassword {
  readonly password: string;
  readonly new_password: string;
}

export interface NewPin {
  readonly password: string;
  readonly pin: string;
}

export interface NewSavedBet {
  readonly book: string;
  readonly stakes: readonly (readonly [string, number])[];
  /** empty: called by its bets */
  readonly name?: string;
}

export interface OnlyPassword {
  readonly password: string;
}

export interface OtherName {
  readonly name: string;
}

export interface OwnSavedBets {
  readonly most_of_a_book: number;
  /** oldest first */
  readonly bets: readonly SavedBet[];
}

/** Why a patron may not play for now: by their own limits, or by an exclusion. */
export type PlayIsStopped =
  | "cool_off"
  | "excluded_by_house"
  | "self_excluded"
  | "session_limit_is_reached";

export interface Registration {
  readonly name: string;
  readonly password: string;
  /** where the house requires one; only a keyed hash is stored */
  readonly document?: string;
}

export type Role =
  | "admin"
  | "attendant"
  | "dealer"
  | "patron"
  | "supervisor";

export interface SavedBet {
  readonly number: number;
  readonly book: string;
  /** empty: called by its bets */
  readonly name: string;
  readonly stakes: readonly (readonly [string, number])[];
}

export interface SelfExclusion {
  /** null: for ever */
  readonly days: number | null;
}

/** The play session, which ends after half an hour without a bet. */
export interface SessionClock {
  readonly elapsed_ms: number;
  readonly staked: number;
  readonly returned: number;
}

/** The changes a patron wants: omitted limits stay, null is no limit (as in RFC 7396). */
export interface WantedLimits {
  readonly loss_a_day?: number | null;
  readonly stake_a_day?: number | null;
  readonly session_minutes?: number | null;
  /** the house's still applies */
  readonly reality_check_minutes?: number | null;
}

export interface WhoIsHere {
  /** null: nobody is signed in */
  readonly me: Me | null;
}
