// Generated from src/punto/server/protocol by `make format`; do not edit.

export const PROTOCOL = 1;

/** Answered by `pong`, so that the client knows the server's clock and shows the true countdown. */
export interface Ping {
  readonly type: "ping";
  readonly sent_at: number;
}

export interface WatchLobby {
  readonly type: "watch_lobby";
  readonly on?: boolean;
}

/** Follow a table. With `since`, what was missed is sent; without, or when that is too long ago, a snapshot. */
export interface OpenTable {
  readonly type: "open_table";
  readonly table: string;
  readonly since?: Offset | null;
}

/** How far a client has followed a table: the log it read and the last public version it has seen. */
export interface Offset {
  readonly log: string;
  readonly version: number;
}

/** How much still fits on each field; answered by `fields`. */
export interface AskFields {
  readonly type: "ask_fields";
  readonly table: string;
}

/** How the lead of a side bends a card it holds, for the others to watch; not answered, and some may be lost. */
export interface BendCard {
  readonly type: "bend_card";
  readonly table: string;
  readonly side: "banker" | "player";
  readonly card: number;
  readonly grip: "bottom" | "bottom_left" | "bottom_right" | "left" | "right" | "top" | "top_left" | "top_right";
  /** how far the gripped point was carried; 0 and 0: it was let go */
  readonly x: number;
  readonly y: number;
  /** of the card, by quarters */
  readonly turns: number;
}

/** Refused while bets of the patron lie on it. */
export interface CloseTable {
  readonly type: "close_table";
  readonly id: string;
  readonly table: string;
}

export interface PlaceWager {
  readonly type: "place_wager";
  readonly bet: string;
  readonly stake: number;
  readonly id: string;
  readonly table: string;
  /** shoe and round; without them, whatever runs when it arrives */
  readonly round?: readonly [number, number] | null;
}

/** Carry a stack to another field; to null, it is cleared. */
export interface MoveStake {
  readonly type: "move_stake";
  readonly bet: string;
  readonly to: string | null;
  readonly id: string;
  readonly table: string;
  /** shoe and round; without them, whatever runs when it arrives */
  readonly round?: readonly [number, number] | null;
}

export interface ClearLast {
  readonly type: "clear_last";
  readonly id: string;
  readonly table: string;
  /** shoe and round; without them, whatever runs when it arrives */
  readonly round?: readonly [number, number] | null;
}

export interface ClearAll {
  readonly type: "clear_all";
  readonly id: string;
  readonly table: string;
  /** shoe and round; without them, whatever runs when it arrives */
  readonly round?: readonly [number, number] | null;
}

export interface DoubleStakes {
  readonly type: "double_stakes";
  readonly id: string;
  readonly table: string;
  /** shoe and round; without them, whatever runs when it arrives */
  readonly round?: readonly [number, number] | null;
}

export interface RaiseStakes {
  readonly type: "raise_stakes";
  /** in credits */
  readonly chip: number;
  readonly id: string;
  readonly table: string;
  /** shoe and round; without them, whatever runs when it arrives */
  readonly round?: readonly [number, number] | null;
}

export interface RepeatStakes {
  readonly type: "repeat_stakes";
  readonly id: string;
  readonly table: string;
  /** shoe and round; without them, whatever runs when it arrives */
  readonly round?: readonly [number, number] | null;
}

export interface ChooseMode {
  readonly type: "choose_mode";
  readonly mode: string;
  readonly id: string;
  readonly table: string;
}

export interface ChooseDenomination {
  readonly type: "choose_denomination";
  readonly denomination: number;
  readonly id: string;
  readonly table: string;
}

export interface KeepBetsOn {
  readonly type: "keep_bets_on";
  readonly on: boolean;
  readonly id: string;
  readonly table: string;
}

export interface AutoRepeat {
  readonly type: "auto_repeat";
  readonly on: boolean;
  readonly id: string;
  readonly table: string;
}

export interface ChooseSqueeze {
  readonly type: "choose_squeeze";
  readonly on: boolean;
  readonly id: string;
  readonly table: string;
}

export interface Deal {
  readonly type: "deal";
  readonly id: string;
  readonly table: string;
  /** shoe and round; without them, whatever runs when it arrives */
  readonly round?: readonly [number, number] | null;
}

export interface OpenCard {
  readonly type: "open_card";
  readonly side: "banker" | "player";
  readonly card: number;
  readonly id: string;
  readonly table: string;
}

export interface GiveTip {
  readonly type: "give_tip";
  readonly amount: number;
  readonly id: string;
  readonly table: string;
  /** shoe and round; without them, whatever runs when it arrives */
  readonly round?: readonly [number, number] | null;
}

export interface RaiseDispute {
  readonly type: "raise_dispute";
  readonly id: string;
  readonly table: string;
}

/** The SHA-256 of words of one's own for the coming shoe; the words never leave the client. */
export interface Contribute {
  readonly type: "contribute";
  readonly digest: string;
  readonly id: string;
  readonly table: string;
}

/** The first message on a socket. */
export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  /** private numbers start anew with each boot of the server */
  readonly boot: string;
  readonly server_time: number;
  readonly patron: string;
  readonly name: string;
  readonly role: string;
  readonly floor: string;
  readonly is_demo: boolean;
  readonly currency: string;
  readonly currency_digits: number;
  readonly currency_symbol: string;
  readonly tables_at_once: number;
  readonly auto_repeat: boolean;
  readonly keep_bets_on: boolean;
  readonly quick_reveal: boolean;
  readonly reality_check_minutes: number | null;
}

export interface Pong {
  readonly type: "pong";
  readonly sent_at: number;
  readonly server_time: number;
}

/** A message that could not be understood, came too fast, or from a session that is locked. Nothing was done. */
export interface Problem {
  readonly type: "problem";
  readonly reason: "invalid_message" | "sign_in_again" | "too_many_messages" | "too_many_tables" | "unknown_table";
  readonly detail: string;
}

/** Accepted, refused by name, or too late; nothing was taken unless accepted. */
export interface Answer {
  readonly type: "answer";
  readonly id: string;
  readonly table: string;
  readonly outcome: "accepted" | "refused" | "too_late";
  readonly refusal?: RefusalName | null;
  /** where a stake did not fit: the smallest that would, and the most */
  readonly next_stake?: number | null;
  readonly room?: number | null;
  /** too late: by how much */
  readonly late_ms?: number | null;
}

export interface Purse {
  readonly type: "purse";
  readonly number: number;
  readonly balance: number;
}

/** Shown at the floor's interval: how long, and how much was won or lost since the session began. */
export interface RealityCheck {
  readonly type: "reality_check";
  readonly elapsed_ms: number;
  readonly net: number;
  readonly staked: number;
}

/** A limit of the patron's own, a cool-off or an exclusion has begun. Bets that lie are settled. */
export interface PlayIsOver {
  readonly type: "play_is_over";
  readonly reason: RefusalName;
}

/** The house ends an auto-repeat: a bet was refused, or nothing may be staked for this patron now. */
export interface AutoRepeatEnded {
  readonly type: "auto_repeat_ended";
  readonly table: string;
  readonly reason: RefusalName;
}

/** To supervisors: a dispute was raised or has been decided. `GET /api/staff/disputes` lists the open ones. */
export interface DisputeNotice {
  readonly type: "dispute_notice";
  readonly table: string;
  readonly shoe: number;
  readonly round: number;
  readonly state: "corrected" | "dismissed" | "raised" | "voided";
  /** at this table now */
  readonly open: number;
}

export interface Lobby {
  readonly type: "lobby";
  readonly server_time: number;
  readonly tables: readonly LobbyTable[];
}

export interface LobbyTable {
  readonly table: string;
  readonly title: string;
  readonly book: string;
  readonly book_title: string;
  readonly kind: "live" | "on_demand" | "timed";
  readonly stake_min: number;
  readonly stake_max: number;
  readonly has_squeeze: boolean;
  readonly has_video: boolean;
  /** how long betting is open */
  readonly pace_ms: number | null;
  readonly shoe: number;
  readonly round: number;
  readonly phase: "betting" | "dealing" | "result" | "shoe_change" | "squeezing";
  readonly ends_at: number | null;
  readonly paused: "card_error" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "clock_was_set" | "dealing_error" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "restart" | "rules_changed" | "table_removed" | "taken_over" | null;
  readonly patrons: number;
  readonly bots: number;
  /** Player, tie, Banker */
  readonly wins: readonly [number, number, number];
  readonly good_roads: readonly string[];
  readonly main: readonly MainMark[];
}

export type MainMark = readonly [
  column: number,
  row: number,
  /** B or P */
  colour: string,
  round: number,
  banker_pair: boolean,
  player_pair: boolean,
  /** 8 or 9 to stand inside the circle, 0 for none */
  natural: number,
  ties: number,
  leading_ties: number,
];

/** How one table of the lobby now is; a result follows when the table's own screens have shown its cards. */
export interface LobbyChange {
  readonly type: "lobby_change";
  readonly table: string;
  readonly shoe: number;
  readonly round: number;
  readonly phase: "betting" | "dealing" | "result" | "shoe_change" | "squeezing";
  readonly ends_at: number | null;
  readonly paused: "card_error" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "clock_was_set" | "dealing_error" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "restart" | "rules_changed" | "table_removed" | "taken_over" | null;
  readonly patrons: number;
  readonly bots: number;
  readonly wins: readonly [number, number, number];
  readonly good_roads: readonly string[];
  readonly main: MainMarksFrom | null;
}

export interface MainMarksFrom {
  readonly index: number;
  readonly marks: readonly MainMark[];
}

/** The answer to `open_table` when there is nothing to go on from: all there is to know. */
export interface TableOpened {
  readonly type: "table_opened";
  readonly offset: Offset;
  readonly server_time: number;
  readonly info: TableInfo;
  readonly state: TableState;
}

/** What does not change while a table is open. */
export interface TableInfo {
  readonly table: string;
  readonly title: string;
  readonly book: string;
  readonly book_title: string;
  readonly kind: "live" | "on_demand" | "timed";
  readonly deck: string;
  /** what each card counts, where cards are squeezed; empty elsewhere */
  readonly points: readonly (readonly [string, number])[];
  readonly chips: readonly number[];
  readonly denominations: readonly number[];
  readonly fields: readonly FieldInfo[];
  readonly modes: readonly ModeInfo[];
  readonly difference_max: number | null;
  readonly tip_max: number;
  readonly has_squeeze: boolean;
  readonly has_lead: boolean;
  readonly shows_naturals: boolean;
  readonly allows_keep_bets_on: boolean;
  /** null: until the patron deals */
  readonly betting_ms: number | null;
  readonly hurry_ms: number;
  readonly squeeze_ms: number;
  readonly third_squeeze_ms: number;
  readonly result_ms: number;
  readonly stream_url: string | null;
}

/** A betting field: what it is called and pays, and within which limits. */
export interface FieldInfo {
  readonly bet: string;
  readonly title: string;
  /** what its lines pay, as fractions, the best last */
  readonly odds: readonly string[];
  readonly stake_min: number;
  /** null where only the difference of Player and Banker is limited */
  readonly stake_max: number | null;
  readonly return_max: number | null;
  readonly last_round: number | null;
  readonly backs: "banker" | "player" | null;
}

export interface ModeInfo {
  readonly id: string;
  readonly title: string;
  readonly leaves_out: readonly string[];
}

/** A table as everybody may see it. */
export interface TableState {
  readonly shoe: number;
  readonly round: number;
  readonly phase: "betting" | "dealing" | "result" | "shoe_change" | "squeezing";
  /** when the phase ends, on the server's clock; null: nobody knows */
  readonly ends_at: number | null;
  readonly paused: "card_error" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "clock_was_set" | "dealing_error" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "restart" | "rules_changed" | "table_removed" | "taken_over" | null;
  readonly is_last_round: boolean;
  readonly player: HandView;
  readonly banker: HandView;
  /** of the squeeze; 0: none is open */
  readonly stage: number;
  readonly totals: readonly FieldTotal[];
  readonly roads: RoadsChange;
  readonly last_result: RoundResult | null;
  readonly winners: readonly Winner[];
  readonly patrons: number;
  readonly bots: number;
  /** of the shoe in play, or of the coming one during a shoe change */
  readonly commitment: string | null;
  readonly contributions: readonly string[];
  readonly burn_card: string | null;
  readonly burned_face_down: number;
  /** why the shoe before was, until the next one is opened */
  readonly abandoned: "card_error" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "clock_was_set" | "dealing_error" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "restart" | "rules_changed" | "table_removed" | "taken_over" | null;
}

export interface HandView {
  /** empty text: face down */
  readonly cards: readonly string[];
  /** null while a card is face down */
  readonly total: number | null;
}

/** All that lies on a field: of patrons, and of bots, who count apart. */
export type FieldTotal = readonly [
  bet: string,
  stake: number,
  patrons: number,
  bot_stake: number,
  bots: number,
];

/** How the roads of a table change, and what a display needs beside the marks. A snapshot starts each at 0. */
export interface RoadsChange {
  readonly statistics: ShoeStatistics;
  /** the marks a Player win would add to Big Eye, Small and Cockroach Road: R, B or - */
  readonly ask_player: string;
  readonly ask_banker: string;
  readonly main?: MainMarksFrom | null;
  readonly big_eye?: MarksFrom | null;
  readonly small?: MarksFrom | null;
  readonly cockroach?: MarksFrom | null;
  readonly bead_plate?: MarksFrom | null;
  /** of a shoe without a win yet */
  readonly leading_ties?: number;
  readonly good_roads?: readonly string[];
  /** where a Player win would put its marks */
  readonly player_places?: AskedPlaces | null;
  readonly banker_places?: AskedPlaces | null;
}

export interface ShoeStatistics {
  readonly player_wins: number;
  readonly banker_wins: number;
  readonly ties: number;
  readonly naturals: number;
  readonly player_pairs: number;
  readonly banker_pairs: number;
  readonly rounds: number;
}

/** From this index on, a road's marks are these. */
export interface MarksFrom {
  readonly index: number;
  readonly marks: readonly Mark[];
}

/** One mark of a road. Columns never scroll; a display drops whole ones at its left. */
export type Mark = readonly [
  column: number,
  row: number,
  /** B, P or T on the bead plate; R or B on a derived road */
  colour: string,
  round: number,
];

/** Where a win would put its mark on each road, as column and row; none where a road would get no mark. */
export interface AskedPlaces {
  readonly main: readonly [number, number];
  readonly big_eye: readonly [number, number] | null;
  readonly small: readonly [number, number] | null;
  readonly cockroach: readonly [number, number] | null;
  readonly bead_plate: readonly [number, number];
}

export interface RoundResult {
  readonly round: number;
  readonly winner: "banker" | "player" | "tie";
  readonly player: HandView;
  readonly banker: HandView;
  /** every bet that won, backed or not, and its odds */
  readonly came_out: readonly (readonly [string, string])[];
}

export interface Winner {
  /** empty: does not show a name */
  readonly name: string;
  readonly payout: number;
  readonly is_bot: boolean;
}

/** The answer to `open_table` with a known offset: the missed public messages follow, then `seat`. */
export interface TableResumed {
  readonly type: "table_resumed";
  readonly table: string;
  readonly server_time: number;
  readonly missed: number;
}

export interface TableClosed {
  readonly type: "table_closed";
  readonly table: string;
  readonly reason: "asked" | "idle" | "removed";
}

/** At most four a second. */
export interface Totals {
  readonly type: "totals";
  readonly table: string;
  readonly totals: readonly FieldTotal[];
  readonly patrons: number;
  readonly bots: number;
}

/** How the lead bends a card at this moment: about 15 a second, the last one counts. It never carries a face. */
export interface CardBent {
  readonly type: "card_bent";
  readonly table: string;
  readonly side: "banker" | "player";
  readonly card: number;
  readonly grip: "bottom" | "bottom_left" | "bottom_right" | "left" | "right" | "top" | "top_left" | "top_right";
  readonly x: number;
  readonly y: number;
  readonly turns: number;
  /** who holds it; empty: does not show a name */
  readonly name: string;
}

/** The order of the coming shoe is bound; from now until `ends_at`, patrons may contribute to it. */
export interface ShoeCommitted {
  readonly type: "shoe_committed";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly commitment: string;
  readonly ends_at: number;
}

export interface ContributionMade {
  readonly type: "contribution_made";
  readonly table: string;
  readonly version: number;
  readonly digest: string;
}

export interface ShoeOpened {
  readonly type: "shoe_opened";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly commitment: string;
  readonly contributions: readonly string[];
}

export interface CardsBurned {
  readonly type: "cards_burned";
  readonly table: string;
  readonly version: number;
  readonly card: string;
  readonly face_down: number;
}

export interface BettingOpened {
  readonly type: "betting_opened";
  readonly table: string;
  readonly version: number;
  readonly round: number;
  readonly at: number;
  readonly closes_at: number | null;
  readonly is_last_round: boolean;
}

export interface BettingClosed {
  readonly type: "betting_closed";
  readonly table: string;
  readonly version: number;
  readonly at: number;
}

/** `face` is empty while only its holders may see it. */
export interface CardDealt {
  readonly type: "card_dealt";
  readonly table: string;
  readonly version: number;
  readonly side: "banker" | "player";
  readonly card: number;
  readonly face: string;
  readonly total: number | null;
  readonly at: number;
}

/** Holders may open their cards until `closes_at`. */
export interface StageOpened {
  readonly type: "stage_opened";
  readonly table: string;
  readonly version: number;
  readonly stage: number;
  readonly closes_at: number;
  readonly holders: number;
}

/** The lead has turned a card: it is open to all. */
export interface CardTurned {
  readonly type: "card_turned";
  readonly table: string;
  readonly version: number;
  readonly side: "banker" | "player";
  readonly card: number;
  readonly face: string;
  readonly total: number | null;
}

export interface StageEnded {
  readonly type: "stage_ended";
  readonly table: string;
  readonly version: number;
  readonly stage: number;
  readonly faces: readonly FaceUp[];
  readonly player_total: number | null;
  readonly banker_total: number | null;
}

export type FaceUp = readonly [
  side: "banker" | "player",
  card: number,
  face: string,
];

export interface RoundSettled {
  readonly type: "round_settled";
  readonly table: string;
  readonly version: number;
  readonly result: RoundResult;
  readonly roads: RoadsChange;
  readonly winners: readonly Winner[];
  readonly ends_at: number;
  readonly is_last_round: boolean;
}

/** Broken off before it was settled: every stake goes back. */
export interface RoundCancelled {
  readonly type: "round_cancelled";
  readonly table: string;
  readonly version: number;
  readonly round: number;
  readonly reason: "card_error" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "clock_was_set" | "dealing_error" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "restart" | "rules_changed" | "table_removed" | "taken_over";
  readonly ends_at: number;
}

/** A settlement taken back, of the last round or of one in dispute. */
export interface RoundVoided {
  readonly type: "round_voided";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly round: number;
  readonly reason: "card_error" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "clock_was_set" | "dealing_error" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "restart" | "rules_changed" | "table_removed" | "taken_over";
  readonly roads: RoadsChange;
}

/** Settled anew, the last round or one in dispute. */
export interface RoundCorrected {
  readonly type: "round_corrected";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly result: RoundResult;
  readonly reason: "card_error" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "clock_was_set" | "dealing_error" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "restart" | "rules_changed" | "table_removed" | "taken_over";
  readonly roads: RoadsChange;
}

export interface ShoeEnded {
  readonly type: "shoe_ended";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly ends_at: number;
}

/** Not played on; its secret is shown all the same, and another shoe follows. */
export interface ShoeAbandoned {
  readonly type: "shoe_abandoned";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly reason: "card_error" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "clock_was_set" | "dealing_error" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "restart" | "rules_changed" | "table_removed" | "taken_over";
  readonly ends_at: number;
}

export interface ShoeRevealed {
  readonly type: "shoe_revealed";
  readonly table: string;
  readonly version: number;
  readonly shoe: number;
  readonly secret: string;
}

export interface TablePaused {
  readonly type: "table_paused";
  readonly table: string;
  readonly version: number;
  readonly reason: "card_error" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "clock_was_set" | "dealing_error" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "restart" | "rules_changed" | "table_removed" | "taken_over";
  readonly at: number;
}

export interface TableResumes {
  readonly type: "table_resumes";
  readonly table: string;
  readonly version: number;
  readonly at: number;
  readonly phase: "betting" | "dealing" | "result" | "shoe_change" | "squeezing";
  readonly ends_at: number | null;
}

export interface Seat {
  readonly type: "seat";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly seat: SeatState;
}

/** A patron's own place at a table. */
export interface SeatState {
  readonly mode: string | null;
  readonly denomination: number;
  readonly stakes: readonly (readonly [string, number])[];
  readonly staked: number;
  readonly last_stakes: readonly (readonly [string, number])[];
  readonly last_settled: LastSettled | null;
  readonly keeps_bets_on: boolean;
  readonly auto_repeats: boolean;
  readonly squeezes: boolean;
  readonly holds: readonly ("banker" | "player")[];
  /** what only holders may see yet */
  readonly faces: readonly FaceUp[];
  readonly fields: readonly FieldRoom[];
}

/** How the patron's last round at this table ended, for whoever was not there to see it. */
export interface LastSettled {
  readonly shoe: number;
  readonly round: number;
  readonly wagers: readonly OwnWager[];
  readonly staked: number;
  readonly returned: number;
}

export type OwnWager = readonly [
  bet: string,
  stake: number,
  odds: string,
  returned: number,
];

export interface FieldRoom {
  readonly bet: string;
  /** what the stake would return at its best, stake included */
  readonly wins: number;
  readonly next_stake: number;
  readonly room: number;
  readonly refusal: RefusalName | null;
}

/** All that the patron now has on the felt. */
export interface Wagers {
  readonly type: "wagers";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly action: string;
  readonly stakes: readonly (readonly [string, number])[];
  readonly staked: number;
  readonly left_out: readonly string[];
}

export interface Choice {
  readonly type: "choice";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly choice: string;
  readonly value: string | number | boolean;
}

/** What a holder may see before the others. */
export interface Faces {
  readonly type: "faces";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly stage: number;
  readonly holds: readonly ("banker" | "player")[];
  readonly faces: readonly FaceUp[];
  readonly player_total: number | null;
  readonly banker_total: number | null;
}

/** `won` only when more came back than was staked; anything else is not celebrated. */
export interface Settlement {
  readonly type: "settlement";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly round: number;
  readonly wagers: readonly OwnWager[];
  readonly staked: number;
  readonly returned: number;
  readonly won: boolean;
}

export interface StakesReturned {
  readonly type: "stakes_returned";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly round: number;
  readonly amount: number;
  readonly reason: "card_error" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "clock_was_set" | "dealing_error" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "restart" | "rules_changed" | "table_removed" | "taken_over";
}

/** A settled round was taken back or settled anew. */
export interface Adjusted {
  readonly type: "adjusted";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly shoe: number;
  readonly round: number;
  readonly status: "corrected" | "voided";
  readonly amount: number;
  readonly uncovered: number;
  readonly reason: "card_error" | "card_not_due" | "card_to_wrong_side" | "card_too_often" | "card_unknown" | "clock_was_set" | "dealing_error" | "dispute" | "floor_was_set_back" | "interruption" | "log_unreadable" | "malfunction" | "no_order" | "other" | "out_of_order" | "restart" | "rules_changed" | "table_removed" | "taken_over";
  /** as they are settled now; none of a void round */
  readonly wagers: readonly OwnWager[];
}

export interface Tipped {
  readonly type: "tipped";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly amount: number;
}

/** Of one's own; one that is upheld ends in `adjusted`. */
export interface Dispute {
  readonly type: "dispute";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly shoe: number;
  readonly round: number;
  readonly state: "dismissed" | "raised";
}

export interface Fields {
  readonly type: "fields";
  readonly table: string;
  readonly number: number;
  readonly after: number;
  readonly fields: readonly FieldRoom[];
}

/** Why something was refused. */
export type RefusalName =
  | "account_has_changed"
  | "account_is_suspended"
  | "account_is_unknown"
  | "already_contributed"
  | "amount_is_not_positive"
  | "amount_is_over_the_limit"
  | "auto_repeat_is_off"
  | "bet_is_closed_for_this_shoe"
  | "bet_is_not_offered"
  | "bets_lie"
  | "betting_is_closed"
  | "body_is_not_json"
  | "body_is_too_large"
  | "book_is_unknown"
  | "call_is_unknown"
  | "card_is_not_yours"
  | "cards_are_not_in_the_shoe"
  | "cards_are_not_the_committed_ones"
  | "code_is_taken"
  | "connection_was_lost"
  | "contributions_are_closed"
  | "cool_off"
  | "correction_changes_nothing"
  | "credit_is_short"
  | "day_limit_is_reached"
  | "deal_is_not_offered"
  | "deal_is_too_early"
  | "denomination_is_unknown"
  | "difference_is_too_large"
  | "digest_is_not_sha256"
  | "dispute_is_not_offered"
  | "dispute_is_open"
  | "dispute_is_too_late"
  | "document_is_needed"
  | "document_is_taken"
  | "entry_cannot_be_reversed"
  | "entry_is_reversed"
  | "entry_is_unknown"
  | "exposure_is_too_large"
  | "file_is_wrong"
  | "guests_are_not_offered"
  | "host_is_not_ours"
  | "id_was_used"
  | "invalid_message"
  | "is_a_guest"
  | "is_registered"
  | "keep_bets_on_is_off"
  | "last_administrator"
  | "limits_are_not_stored"
  | "method_is_not_allowed"
  | "mode_is_unknown"
  | "name_belongs_to_the_house"
  | "name_is_not_allowed"
  | "name_is_taken"
  | "name_or_password_is_wrong"
  | "no_coup_runs"
  | "no_coup_to_correct"
  | "no_coup_to_void"
  | "no_dispute_is_open"
  | "no_shoe_to_abandon"
  | "no_wager_in_that_coup"
  | "not_found"
  | "not_signed_in"
  | "nothing_is_staked"
  | "nothing_to_cash_out"
  | "nothing_to_clear"
  | "nothing_to_double"
  | "nothing_to_move"
  | "nothing_to_raise"
  | "nothing_to_repeat"
  | "origin_is_not_ours"
  | "own_limit_is_reached"
  | "password_is_guessable"
  | "password_is_too_weak"
  | "password_is_wrong"
  | "password_must_be_changed"
  | "patron_is_away"
  | "person_is_excluded"
  | "play_credits_are_not_offered"
  | "play_credits_come_hourly"
  | "purse_holds_too_little"
  | "purse_is_full"
  | "purse_is_not_empty"
  | "registration_is_closed"
  | "request_is_invalid"
  | "request_token_is_wrong"
  | "return_is_above_maximum"
  | "role_is_fixed"
  | "role_is_not_allowed"
  | "second_person_is_needed"
  | "second_person_is_the_same"
  | "second_person_is_wrong"
  | "self_excluded"
  | "server_is_busy"
  | "server_is_out_of_reach"
  | "session_is_locked"
  | "session_limit_is_reached"
  | "sign_in_again"
  | "something_went_wrong"
  | "staff_does_not_play"
  | "stake_is_above_maximum"
  | "stake_is_below_minimum"
  | "stake_is_not_chips"
  | "suspend_instead"
  | "table_is_busy"
  | "table_is_not_open"
  | "table_is_not_paused"
  | "table_is_out_of_order"
  | "table_is_paused"
  | "table_is_unknown"
  | "ticket_is_not_paid"
  | "ticket_is_paid"
  | "ticket_is_paid_by_hand"
  | "ticket_is_unknown"
  | "tip_is_not_positive"
  | "tip_is_too_large"
  | "too_many_disputes"
  | "too_many_failures"
  | "too_many_messages"
  | "too_many_requests"
  | "too_many_tables"
  | "unknown_table"
  | "was_done_before";

export type ClientMessage =
  | Ping
  | WatchLobby
  | OpenTable
  | AskFields
  | BendCard
  | CloseTable
  | PlaceWager
  | MoveStake
  | ClearLast
  | ClearAll
  | DoubleStakes
  | RaiseStakes
  | RepeatStakes
  | ChooseMode
  | ChooseDenomination
  | KeepBetsOn
  | AutoRepeat
  | ChooseSqueeze
  | Deal
  | OpenCard
  | GiveTip
  | RaiseDispute
  | Contribute;

export type ServerMessage =
  | Welcome
  | Pong
  | Problem
  | Answer
  | Purse
  | RealityCheck
  | PlayIsOver
  | AutoRepeatEnded
  | DisputeNotice
  | Lobby
  | LobbyChange
  | TableOpened
  | TableResumed
  | TableClosed
  | Totals
  | CardBent
  | ShoeCommitted
  | ContributionMade
  | ShoeOpened
  | CardsBurned
  | BettingOpened
  | BettingClosed
  | CardDealt
  | StageOpened
  | CardTurned
  | StageEnded
  | RoundSettled
  | RoundCancelled
  | RoundVoided
  | RoundCorrected
  | ShoeEnded
  | ShoeAbandoned
  | ShoeRevealed
  | TablePaused
  | TableResumes
  | Seat
  | Wagers
  | Choice
  | Faces
  | Settlement
  | StakesReturned
  | Adjusted
  | Tipped
  | Dispute
  | Fields;

export type Action =
  | CloseTable
  | PlaceWager
  | MoveStake
  | ClearLast
  | ClearAll
  | DoubleStakes
  | RaiseStakes
  | RepeatStakes
  | ChooseMode
  | ChooseDenomination
  | KeepBetsOn
  | AutoRepeat
  | ChooseSqueeze
  | Deal
  | OpenCard
  | GiveTip
  | RaiseDispute
  | Contribute;

export type PublicMessage =
  | ShoeCommitted
  | ContributionMade
  | ShoeOpened
  | CardsBurned
  | BettingOpened
  | BettingClosed
  | CardDealt
  | StageOpened
  | CardTurned
  | StageEnded
  | RoundSettled
  | RoundCancelled
  | RoundVoided
  | RoundCorrected
  | ShoeEnded
  | ShoeAbandoned
  | ShoeRevealed
  | TablePaused
  | TableResumes;

export type PrivateMessage =
  | Seat
  | Wagers
  | Choice
  | Faces
  | Settlement
  | StakesReturned
  | Adjusted
  | Tipped
  | Dispute
  | Fields;
