/** The floor as this client sees it: its state, the connection, and every command a patron can send. */
import { socketAddress } from "../wire/addresses";
import type { Answer, AutoRepeatEnded, BendCard, React, Say, SeePicture } from "../wire/protocol.generated";
import { motionOf } from "../screen/motion";
import { newId } from "../wire/new-id";
import { router } from "../screen/route.svelte";
import { settings } from "../settings/settings.svelte";
import { Show } from "../show/show";
import { stepsOf } from "../show/steps";
import type { Told } from "../state/told";
import { Socket, type Clock, type Link, type WhyLost } from "../wire/socket";
import { applyMessage, EMPTY_HOUSE, type House } from "../state/apply-message";
import { TapBatches } from "./tap-batches.svelte";
import { LobbyQueue } from "./lobby-queue";
import { keptTables } from "./open-tables";
import { refusalAfter } from "./refusal-after";
import { roomLeft } from "../state/room-left";
import { cardKey, coupOf, hasBets, noticed, placeOf, type Notice, type TableView } from "../state/table-view";
import { forgetTold, rememberTold } from "../state/told-rounds";
import { Watching } from "./watching";
import { isForOneRound, stakesOf, WaitingCommands, type Refused, type Request, type Waiting } from "./waiting.svelte";

const HURRIED_MS = 1_200; // this close to closing, a tap is sent at once
type Listener = (told: Told) => void;

class Floor {
  house = $state.raw<House>(EMPTY_HOUSE);
  link = $state.raw<Link>("closed");
  talkRefused: string | null = $state(null); // why nothing more may be said now
  isRefused = $state(false); // the server does not know us, or wants the password again
  clock = $state.raw<Clock>({ offsetMs: 0, measuredAt: 0, roundTripMs: Infinity });
  lostAt = $state(0);
  whyLost = $state.raw<`line.${WhyLost}`>("line.lost"); // a key of the catalogue
  open = $state.raw<readonly string[]>([]); // places on the screen, in the order they were opened
  front = $state<string | null>(null);
  unknown = $state<string | null>(null); // a table that was asked for and does not exist
  refused = $state.raw<Refused | null>(null);
  readonly waiting = new WaitingCommands();
  readonly taps = new TapBatches((place, bet, stake) => void this.act(place, { type: "place_wager", bet, stake }));
  readonly listeners = new Set<Listener>();
  #socket: Socket | null = null;
  readonly watching = new Watching((message) => this.#socket?.send(message));
  readonly #lobbyQueue = new LobbyQueue((change) => this.#apply(change));
  readonly #show = new Show(
    (told) => (told.type === "lobby_change" ? this.#lobbyQueue.add(told) : this.#apply(told)),
    (message, place, pace) => stepsOf(message, this.house.tables[place], motionOf(settings.motion), pace),
  );

  // --- connection ----------------------------------------------------------------------------------------------------

  connect(): void {
    this.isRefused = false;
    this.#socket?.stop();
    this.#socket = new Socket(socketAddress(), {
      linkChanged: (link) => {
        if (link === "lost" && this.link === "open") this.lostAt = Date.now();
        if (link === "open") this.whyLost = "line.lost";
        if (link === "lost") this.#show.catchUp();
        this.link = link;
      },
      lostFor: (why) => (this.whyLost = `line.${why}`),
      received: (message) => this.#show.receive(message),
      clockMeasured: (clock) => (this.clock = clock),
      refused: () => (this.isRefused = true),
    });
    this.#socket.start();
    document.addEventListener("visibilitychange", this.#isHidden);
  }

  disconnect(): void {
    this.#socket?.stop();
    this.#socket = null;
    document.removeEventListener("visibilitychange", this.#isHidden);
    this.#show.forget();
    this.house = EMPTY_HOUSE;
    this.open = [];
    this.front = null;
    forgetTold();
  }

  /** Best estimate of the server's time. */
  now(): number {
    return Date.now() + this.clock.offsetMs;
  }

  /** Resolves once everything received so far has been shown, so that a later request gives nothing away. */
  whenShown(): Promise<void> {
    return new Promise((shown) => this.#show.afterAll(shown));
  }

  #isHidden = (): void => {
    if (document.visibilityState === "hidden") this.#show.catchUp();
  };

  #apply(message: Told): void {
    if (message.type === "lobby") this.#lobbyQueue.forget();
    if (message.type === "wagers" || message.type === "seat") this.waiting.lie(this.house, message);
    const next = applyMessage(this.house, message);
    if (next === "resync") {
      if ("table" in message) this.#socket?.send({ type: "open_table", table: message.table });
      return;
    }
    this.house = next;
    this.refused = refusalAfter(this.refused, message);
    this.#react(message);
    for (const listener of this.listeners) listener(message);
  }

  /** Side effects of a message, after it has been applied. */
  #react(message: Told): void {
    switch (message.type) {
      case "welcome":
        this.#resume();
        break;
      case "answer":
        this.#answered(message);
        break;
      case "seat":
        this.#seated(placeOf(message.table));
        this.#rememberTold(placeOf(message.table));
        break;
      case "settlement":
        this.#rememberTold(placeOf(message.table));
        break;
      case "auto_repeat_ended":
        this.#ended(message);
        break;
      case "table_closed":
        this.#removed(placeOf(message.table));
        break;
      case "problem":
        if (message.reason === "unknown_table") this.#closeUnknown();
        if (message.reason === "sign_in_again") this.isRefused = true;
        if (message.reason.startsWith("talk_")) this.talkRefused = message.reason;
        break;
      default:
    }
  }

  #resume(): void {
    this.watching.resume();
    if (this.open.length === 0) {
      this.open = keptTables(this.house.welcome?.patron ?? "", this.atMost); // after a reload
      this.front = this.open[0] ?? null;
    }
    for (const place of this.open) {
      const view = this.house.tables[place];
      this.#socket?.send({ type: "open_table", table: view?.info.table ?? place, since: view?.offset ?? null });
    }
  }

  #seated(place: string): void {
    const view = this.house.tables[place];
    if (!view) return;
    const again = this.waiting.resume(place, coupOf(view), (waiting, answer) => this.#refuse(waiting, answer));
    for (const action of again) this.#socket?.send(action);
  }

  #rememberTold(place: string): void {
    const view = this.house.tables[place];
    if (view) rememberTold(place, view.toldRound);
  }

  #answered(answer: Answer): void {
    const waiting = this.waiting.answered(answer);
    if (waiting && answer.outcome !== "accepted") this.#refuse(waiting, answer);
    if (answer.refusal === "sign_in_again") this.isRefused = true;
  }

  #refuse({ action, place }: Waiting, answer: Answer): void {
    const bet = action.type === "place_wager" ? action.bet : null;
    this.refused = { place, answer, bet, stakes: stakesOf(action) };
  }

  /** Shown like a refusal of the bet that was not repeated. */
  #ended({ table, reason }: AutoRepeatEnded): void {
    const answer: Answer = { type: "answer", id: "", table, outcome: "refused", refusal: reason };
    this.refused = { place: placeOf(table), answer, bet: null };
  }

  // --- tables --------------------------------------------------------------------------------------------------------

  get tables(): readonly TableView[] {
    return this.open.flatMap((place) => this.house.tables[place] ?? []);
  }

  get atMost(): number {
    return this.house.welcome?.tables_at_once ?? 1;
  }

  /** Opens a table beside the others, or in place of those without bets. Without room its address says so. */
  openTable(place: string, { beside = false }: { beside?: boolean } = {}): void {
    this.unknown = null;
    const leaving = this.open.filter((other) => {
      const view = this.house.tables[other];
      return !beside && other !== place && (!view || !hasBets(view));
    });
    if (!this.open.includes(place)) {
      if (this.open.length - leaving.length >= this.atMost) return router.toTable(place);
      for (const other of leaving) void this.closeTable(other);
      this.open = [...this.open, place];
      this.#socket?.send({ type: "open_table", table: place });
    }
    this.front = place;
    this.refused = null;
    router.toTable(place);
  }

  bringToFront(place: string): void {
    if (!this.open.includes(place)) return;
    this.front = place;
    router.toTable(place);
  }

  async closeTable(place: string): Promise<void> {
    if (this.house.tables[place]) await this.act(place, { type: "close_table" });
    else this.#removed(place);
  }

  #removed(place: string): void {
    const wasInFront = this.front === place;
    this.open = this.open.filter((each) => each !== place);
    if (!wasInFront) return;
    this.front = this.open[0] ?? null;
    if (router.current.screen !== "table") return;
    if (this.front) router.toTable(this.front);
    else router.toLobby();
  }

  /** The first that has not opened: tables open in the order in which they were asked for. */
  #closeUnknown(): void {
    const place = this.open.find((each) => !this.house.tables[each]);
    if (place === undefined) return;
    this.unknown = place;
    this.open = this.open.filter((each) => each !== place);
    if (this.front === place) this.front = this.open[0] ?? null;
  }

  // --- commands ------------------------------------------------------------------------------------------------------

  act(place: string, request: Request): Promise<Answer> {
    if (request.type !== "place_wager") this.taps.flush(place);
    const view = this.house.tables[place];
    const round = view && isForOneRound(request) ? { round: [view.shoe, view.round] as const } : {};
    const action = { ...request, ...round, id: newId(), table: view?.info.table ?? place };
    return new Promise((answered) => {
      this.waiting.add({ action, place, coup: view ? coupOf(view) : "", answered });
      this.#socket?.send(action); // offline it waits, and is sent once the table is open again
    });
  }

  tap(place: string, bet: string, stake: number): void {
    const view = this.house.tables[place];
    const onItsWay = this.waiting.staked(place, bet) + this.taps.on(place, bet);
    // Sends earlier taps first, so that one tap too many does not get them refused with it.
    if (view && onItsWay + stake > roomLeft(view, bet)) this.taps.flush(place);
    this.taps.add(place, bet, stake, (view?.ends_at ?? Infinity) - this.now() < HURRIED_MS);
  }

  /** Opens a held card: at once on this screen, and for the table by a command. */
  openCard(view: TableView, side: "player" | "banker", card: number): void {
    this.#change(view, { openedCards: [...view.openedCards, cardKey(side, card)] });
    void this.act(view.id, { type: "open_card", side, card });
  }

  /** Sends what has no answer, and is dropped when offline. */
  tell(message: BendCard | React | SeePicture): void {
    this.#socket?.send(message);
  }

  /** Says a phrase, or a text, to everybody at a table. */
  say(table: string, said: Pick<Say, "phrase" | "text">): void {
    this.talkRefused = null;
    this.#socket?.send({ type: "say", table, ...said });
  }

  forgetRefusal(): void {
    this.refused = null;
  }

  notice(view: TableView, notice: Notice): void {
    this.#change(view, noticed(view, notice));
  }

  forgetNotice(place: string): void {
    const view = this.house.tables[place];
    if (view) this.#change(view, { notice: null });
  }

  #change(view: TableView, change: Partial<TableView>): void {
    this.house = { ...this.house, tables: { ...this.house.tables, [view.id]: { ...view, ...change } } };
  }

  dismissRealityCheck(): void {
    this.house = { ...this.house, realityCheck: null };
  }
}

export const floor = new Floor();
export const openTable = (place: string, how?: { beside?: boolean }): void => floor.openTable(place, how);
