/** What a dealer's console asks of its table, over HTTP: one function per deed. */
import { ask, type Result } from "../../wire/request";
import type { CardEntered, DealtTables, ScanOutcome } from "../../wire/rest.generated";

export type SecondPerson = { readonly name: string; readonly pin: string };
export type Deed = Promise<Result<unknown>>;

export const dealtTables = (): Promise<Result<DealtTables>> => ask("GET", "/api/dealing");

export class DealingRequests {
  readonly #table: string;

  constructor(table: string) {
    this.#table = encodeURIComponent(table);
  }

  #do<Value = unknown>(deed: string, body: object = {}): Promise<Result<Value>> {
    return ask("POST", `/api/dealing/${this.#table}/${deed}`, body);
  }

  tapIn = (name: string, pin: string): Deed => this.#do("tap-in", { name, pin });
  tapOut = (pin: string): Deed => this.#do("tap-out", { pin });
  confirmShoe = (): Deed => this.#do("shoe", { old_cards_removed: true, new_cards_shuffled: true });
  openBetting = (isFreeHand: boolean): Deed => this.#do("open", { is_free_hand: isFreeHand });
  closeBetting = (): Deed => this.#do("close");
  confirmResult = (): Deed => this.#do("confirm");
  seeDivider = (): Deed => this.#do("divider");
  scan = (line: string, id: string): Promise<Result<ScanOutcome>> => this.#do("scan", { line, id });
  typeCard = (card: string, second: SecondPerson | null): Promise<Result<CardEntered>> =>
    this.#do("card", { card, second });
  withdraw = (confirmation: number): Deed => ask("POST", `/api/staff/confirmations/${confirmation}/withdraw`, {});
  pause = (reason: string): Deed => this.#do("pause", { reason });
  /** A supervisor goes on after any stop, a dealer after a card that may be read again. */
  scanAgain = (nothingDrawn = false): Deed => this.#do("scan-again", { nothing_drawn: nothingDrawn });
  call = (text: string): Deed => this.#do("call", { text });

  endStage = (): Deed => this.#do("end-stage");
  dealEarlyCard = (): Deed => this.#do("early-card");
  settleMisdeal = (): Deed => this.#do("misdeal");
  setAside = (card: string, second: SecondPerson): Deed => this.#do("set-aside", { card, second });
  rebuild = (player: string, banker: string, reason: string, second: SecondPerson): Deed =>
    this.#do("rebuild", { player, banker, reason, second });
  abandonShoe = (reason: string): Deed => this.#do("abandon", { reason });
  cancelRound = (reason: string): Deed => ask("POST", `/api/staff/tables/${this.#table}/cancel`, { reason });
}
