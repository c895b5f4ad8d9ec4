/**
 * The dealer's desk: what is known of the table, what stands open on the screen, and what the large button does. Whole
 * states replace one another; a deed is sent once, and the screen follows what the server says next.
 */
import type { ConsoleState, ServerMessage } from "../../wire/protocol.generated";
import { newId } from "../../wire/new-id";
import type { Result } from "../../wire/request";
import { feed } from "../link/feed.svelte";
import { refusals, told } from "../link/refusals.svelte";
import { session } from "../link/session.svelte";
import { cardTyped } from "../cards/deck-keys";
import { primaryOf, type Primary } from "./next-step";
import { DealingRequests } from "./requests";
import { scanWords } from "./scan-words";
import { stopWords } from "./stop-words";

export type Sheet =
  "call" | "irregularity" | "pause" | "rebuild" | "shoe" | "talk" | "tap_in" | "tap_out" | "type_card";

export class Desk {
  readonly table: string;
  readonly requests: DealingRequests;
  state = $state.raw<ConsoleState | null>(null);
  sheet = $state<Sheet | null>(null);
  /** no table of this name is dealt by hand */
  isUnknown = $state(false);
  /** a card that was typed and waits for a second person */
  typed = $state<string | null>(null);
  secondName = $state("");
  pin = $state("");
  isBusy = $state(false);
  #letters = ""; // of a card, typed at the keyboard

  constructor(table: string) {
    this.table = table;
    this.requests = new DealingRequests(table);
  }

  /** Follows the table until the answer to this call is called. */
  follow(): () => void {
    const watch = { type: "watch_console", table: this.table } as const;
    const hear = (message: ServerMessage): void => {
      if (message.type === "console_state" && message.table === this.table) this.show(message);
      if (message.type === "problem" && message.reason === "unknown_table") this.isUnknown = this.state === null;
    };
    return feed.watch(watch, hear, { ...watch, on: false });
  }

  show(state: ConsoleState): void {
    const isOver = this.typed !== null && state.awaits === null && state.phase !== "burn";
    if (state.stop && !this.state?.stop) refusals.clear(); // the stop's own screen says more
    this.state = state;
    if (isOver) this.clearTyped();
  }

  // --- what the screen says ------------------------------------------------------------------------------------------

  get secondsLeft(): number | null {
    const endsAt = this.state?.ends_at ?? null;
    return endsAt === null || this.state?.stop ? null : Math.max(0, Math.ceil((endsAt - feed.nowMs) / 1000));
  }

  get primary(): Primary | null {
    return this.state && primaryOf(this.state, session.isSupervisor, this.secondsLeft);
  }

  get exhausted(): readonly string[] {
    return this.state?.faces.filter(([, left]) => left === 0).map(([face]) => face) ?? [];
  }

  /** 55 faces is the multicolor deck, as the server names it. */
  get deck(): string {
    return `${this.state?.faces.length ?? 52}x`;
  }

  /** A card may be typed: one is awaited, or a stop is about the card that lies there. */
  get mayType(): boolean {
    const { state } = this;
    if (!state) return false;
    if (state.stop) return stopWords(state.stop).mayType;
    return state.next_step === "wait_for_card" || state.next_step === "read_burn";
  }

  get isTyping(): boolean {
    return this.mayType && (this.sheet === "type_card" || this.state?.stop !== null);
  }

  // --- deeds ---------------------------------------------------------------------------------------------------------

  /** True when it was done; what was refused is told. */
  async act(deed: Promise<Result<unknown>>): Promise<boolean> {
    this.isBusy = true;
    const answer = await told(deed);
    this.isBusy = false;
    return answer !== null;
  }

  async pressPrimary(): Promise<void> {
    const { state, primary } = this;
    if (this.isBusy || !state || !primary) return;
    if (this.typed !== null) return this.placeTyped();
    if (primary.isWaiting) return;
    switch (state.next_step) {
      case "tap_in":
        this.sheet = "tap_in";
        break;
      case "new_shoe":
        this.sheet = "shoe";
        break;
      case "rebuild":
        this.sheet = "rebuild";
        break;
      case "open_betting":
      case "free_hand":
        await this.act(this.requests.openBetting(state.next_step === "free_hand"));
        break;
      case "close_betting":
        await this.act(this.requests.closeBetting());
        break;
      case "confirm_result":
        await this.act(this.requests.confirmResult());
        break;
      case "deal_early_card":
        await this.act(this.requests.dealEarlyCard());
        break;
      case "settle_misdeal":
        await this.act(this.requests.settleMisdeal());
        break;
      case "resume":
        if (state.stop?.asks_for_card) this.sheet = "irregularity";
        else await this.act(this.requests.scanAgain());
        break;
      default:
    }
  }

  async scan(code: string): Promise<void> {
    const heard = await told(this.requests.scan(code, newId()));
    const words = heard && !heard.is_stopped ? scanWords(heard) : "";
    if (words) refusals.tell(words);
  }

  /** With a second person's PIN here, or without one: then another device confirms. */
  async placeTyped(): Promise<void> {
    const card = this.typed;
    if (card === null) return;
    const second = this.pin ? { name: this.secondName, pin: this.pin } : null;
    const isDone = await this.act(this.requests.typeCard(card, second));
    this.pin = "";
    if (isDone) {
      if (second) this.clearTyped();
      if (this.sheet === "type_card") this.sheet = null;
    }
  }

  async withdraw(): Promise<void> {
    const waits = this.state?.confirmation;
    if (waits && (await this.act(this.requests.withdraw(waits.id)))) this.clearTyped();
  }

  clearTyped(): void {
    this.typed = null;
    this.pin = "";
    this.#letters = "";
  }

  // --- keys ----------------------------------------------------------------------------------------------------------

  pressed = (key: string): boolean => {
    if (key === "Enter") void this.pressPrimary();
    else if (key === "Escape") this.#escape();
    else if (key === "F1") this.sheet = "call";
    else if (key === "F2" && this.mayType) this.sheet = this.state?.stop ? this.sheet : "type_card";
    else if (this.isTyping && this.#typeLetter(key)) return true;
    else if (key.toLowerCase() === "l" && this.sheet === null) void session.lock();
    else return false;
    return true;
  };

  #escape(): void {
    if (this.typed !== null) this.clearTyped();
    else if (this.sheet !== null) this.sheet = null;
    else if (this.state && !this.state.stop) this.sheet = "pause";
  }

  /** Rank and suit make a card; digits after that are the second person's PIN. */
  #typeLetter(key: string): boolean {
    if (this.typed !== null && /^\d$/.test(key)) {
      this.pin = (this.pin + key).slice(0, 8);
      return true;
    }
    const letters = (this.#letters + key).slice(-3);
    const card = cardTyped(this.deck, letters) ?? cardTyped(this.deck, letters.slice(-2));
    this.#letters = card ? "" : letters;
    if (card && !this.exhausted.includes(card)) this.typed = card;
    return card !== null || /^[0-9ajqkt]$/i.test(key);
  }
}
