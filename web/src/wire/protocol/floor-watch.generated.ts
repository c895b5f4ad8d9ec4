// Generated from src/punto/server/protocol by `make format`; do not edit.

/** The whole floor. */
export interface FloorWatch {
  readonly type: "floor_watch";
  readonly server_time: number;
  /** the gaming day */
  readonly day: string;
  readonly currency: string;
  readonly patrons: number;
  readonly stakes: number;
  readonly handle: number;
  readonly win: number;
  /** null: nothing was staked */
  readonly actual_return: number | null;
  readonly exact_return: number | null;
  readonly deviations: number | null;
  readonly tables: readonly WatchedTile[];
  /** oldest first */
  readonly waiting: readonly WaitingItem[];
}

export interface WatchedTile {
  readonly table: string;
  readonly title: string;
  readonly book: string;
  readonly book_title: string;
  readonly kind: "live" | "on_demand" | "timed";
  /** of the table's log: when it is another one, something has happened */
  readonly version: number;
  readonly phase: "betting" | "closed" | "dealing" | "out_of_order" | "result" | "shoe_change" | "squeezing";
  /** of the phase, or while cards are dealt of the last one */
  readonly since: number | null;
  readonly ends_at: number | null;
  readonly hurry_ms: number;
  /** dealt in this round */
  readonly cards: number;
  readonly paused: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards" | null;
  readonly paused_since: number | null;
  readonly paused_detail: string;
  readonly closed: ClosedNotice | null;
  readonly shoe: number;
  readonly round: number;
  /** name; empty: nobody deals */
  readonly dealer: string;
  readonly is_dealer_simulated: boolean;
  /** of the dealer; null: turns have no set length */
  readonly turn_ends_at: number | null;
  /** name of who comes then; empty: nobody is named */
  readonly relief: string;
  readonly patrons: number;
  readonly bots: number;
  readonly stakes: number;
  /** by the house in this round, at the worst; null: unknown yet */
  readonly most_lost: number | null;
  /** today, like the rest */
  readonly handle: number;
  readonly win: number;
  readonly rounds: number;
  readonly deviations: number | null;
  readonly level: "alarm" | "attention" | null;
  /** the id of what waits longest here, alarms before the rest */
  readonly waiting: string | null;
}

/** A place that staff has closed, or is closing after its round. */
export interface ClosedNotice {
  readonly since: number;
  readonly reason: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards";
  /** name */
  readonly by: string;
  readonly note: string;
  /** its last round still runs */
  readonly is_concluding: boolean;
}

/** Something that waits for a supervisor. */
export interface WaitingItem {
  /** stays the same while it waits */
  readonly id: string;
  readonly kind: "alarm" | "attention" | "call" | "confirmation" | "dispute";
  readonly about: "attendant" | "confirmation" | "dealer" | "digest" | "dispute" | "hand_pay" | "out_of_order" | "owner" | "paused" | "picture" | "reader" | "relief" | "return" | "slow_card" | "stopped";
  readonly since: number;
  readonly table?: string;
  /** of the table */
  readonly title?: string;
  readonly shoe?: number;
  readonly round?: number;
  /** name; empty: nobody, or a guest */
  readonly who?: string;
  /** id */
  readonly patron?: string;
  /** in somebody's own words */
  readonly text?: string;
  readonly reason?: "burn_forgotten" | "card_error" | "card_exposed" | "card_not_called" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "cleared_early" | "clock_was_set" | "dealer_unwell" | "dealing_error" | "dealt_early" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "picture_lost" | "reader_lost" | "restart" | "revealed_early" | "rules_changed" | "table_removed" | "taken_over" | "two_cards" | null;
  /** the card that was refused */
  readonly detail?: string;
  /** staked in it, held by it, or to be paid */
  readonly amount?: number;
  readonly deviations?: number | null;
  /** name of who is on it; empty: nobody yet */
  readonly taken_by?: string;
}
