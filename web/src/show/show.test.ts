import { beforeEach, describe, expect, test } from "vitest";
import type { PublicMessage, ServerMessage } from "../wire/protocol.generated";
import { applyMessage, EMPTY_HOUSE, type House } from "../state/apply-message";
import { NO_ROADS, numbered, OPENED, SEAT } from "../state/table-examples";
import { hitsOf, resultOf, type TableView } from "../state/table-view";
import { Show } from "./show";
import { stepsOf } from "./steps";
import { GIVEN_UP_MS } from "./table-show";
import type { Told } from "../state/told";

const FRAME_MS = 16;

let now: number;
let isSeen: boolean;
let asked: ((now: number) => void)[];
let house: House;
let told: Told[];
let show: Show;

beforeEach(() => {
  [now, isSeen, asked, house, told] = [1_000, true, [], EMPTY_HOUSE, []];
  show = new Show(
    (each) => {
      told.push(each);
      const next = applyMessage(house, each);
      if (next === "resync") throw new Error(`a gap before ${each.type}`);
      house = next;
    },
    (message, place, pace) => stepsOf(message, house.tables[place], "full", pace),
    { now: () => now, next: (then) => asked.push(then), isSeen: () => isSeen },
  );
  receive(
    OPENED,
    { type: "seat", table: "jade", number: 1, after: 10, seat: SEAT },
    { type: "purse", number: 2, balance: 1000 },
  );
});

function receive(...messages: ServerMessage[]): void {
  for (const message of messages) show.receive(message);
}

function passes(ms: number, look: () => void = () => {}): void {
  for (const until = now + ms; now < until;) {
    now += FRAME_MS;
    for (const frame of asked.splice(0)) frame(now);
    look();
  }
}

function jade(): TableView {
  const view = house.tables["jade"];
  if (!view) throw new Error("the table is open");
  return view;
}

const isOpen = () => [...jade().player.cards, ...jade().banker.cards].filter((card) => card.face !== "").length;
const lie = () => jade().player.cards.length + jade().banker.cards.length;

const card = (side: "player" | "banker", index: number, face: string) =>
  ({ type: "card_dealt", side, card: index, face, total: index + 1, at: 5 }) as const;
const STATISTICS = { ...NO_ROADS.statistics, player_wins: 1, rounds: 1 };
const SETTLED = {
  type: "round_settled",
  winners: [],
  ends_at: 9000,
  is_last_round: false,
  side_bet_hits: [["tie", 1]],
  roads: { ...NO_ROADS, statistics: STATISTICS },
  result: {
    round: 7,
    winner: "player",
    is_natural: false,
    decided_by: "higher",
    came_out: [],
    player: { cards: ["4h", "3s", "2d"], total: 9 },
    banker: { cards: ["2h", "3h", "Kd"], total: 5 },
  },
} as const;

/** A round of six cards as a quick table sends it: the last card and the result together. */
const ROUND = numbered(
  { type: "betting_closed", at: 1 },
  card("player", 0, "4h"),
  card("banker", 0, "2h"),
  card("player", 1, "3s"),
  card("banker", 1, "3h"),
  card("player", 2, "2d"),
  card("banker", 2, "Kd"),
  SETTLED,
  { type: "betting_opened", round: 8, at: 2, closes_at: 20_000, is_last_round: false },
);
const CARDS = ROUND.slice(0, 7);
const [RESULT, NEXT] = ROUND.slice(7) as [PublicMessage, PublicMessage];
const PURSE: ServerMessage = { type: "purse", number: 9, balance: 1500 };
const PAID: ServerMessage = {
  type: "settlement",
  table: "jade",
  number: 8,
  after: 18,
  round: 7,
  wagers: [["player", 500, "1", 1000]],
  staked: 500,
  returned: 1000,
  won: true,
  fields: [],
  may_dispute: false,
};

describe("a round", () => {
  test("shows result, payouts and credit after its last card, however fast it was sent", () => {
    receive(...CARDS, RESULT, PAID, PURSE, { type: "lobby", server_time: 1, tables: [] });
    passes(8_000, () => {
      const isPaid = jade().lastReturned > 0 || house.balance !== 1000;
      const isCounted = jade().roads.statistics.rounds > 0 || hitsOf(jade(), "tie") > 0;
      const isTold = resultOf(jade()) !== null || isCounted || isPaid || house.hasLobby;
      if (isTold) expect(isOpen()).toBe(6);
      if (lie() > 4) expect(isOpen()).toBeGreaterThanOrEqual(4); // a third card tells that there is no natural
      if (lie() > 5) expect(isOpen()).toBeGreaterThanOrEqual(5);
    });
    expect([resultOf(jade())?.winner, jade().lastReturned, house.balance]).toEqual(["player", 1000, 1500]);
    expect([house.hasLobby, hitsOf(jade(), "tie")]).toEqual([true, 1]);
  });

  test("shows each total with the card that makes it", () => {
    receive(...CARDS.slice(0, 4));
    const totals: (number | null)[] = [];
    passes(3_000, () => {
      const total = jade().player.total;
      if (total !== (totals.at(-1) ?? null)) {
        totals.push(total);
        expect(jade().player.cards.every((each) => each.face !== "")).toBe(true);
      }
    });
    expect(totals).toEqual([1, 2]);
  });

  test("keeps up with a quick table's clock: it hurries when late", () => {
    let at = 0;
    for (const message of [...CARDS, RESULT]) {
      receive(message);
      if (message.type === "card_dealt" && message.card + (message.side === "banker" ? 1 : 0) < 3) passes(400);
    }
    for (; resultOf(jade()) === null; at += FRAME_MS) passes(FRAME_MS);
    expect(at).toBeLessThan(2_200); // of the three seconds for which a result stands there
  });

  test("catches up when betting opens, which is never held back", () => {
    receive(...CARDS, RESULT, PAID, PURSE);
    passes(100);
    receive(NEXT);
    expect([jade().phase, jade().round, jade().lastReturned, house.balance]).toEqual(["betting", 8, 1000, 1500]);
  });

  test("catches up when it is paused or cancelled halfway", () => {
    receive(...CARDS.slice(0, 4));
    passes(100);
    receive({ type: "round_cancelled", table: "jade", version: 15, round: 7, reason: "card_error", ends_at: 9 });
    expect([lie(), jade().notice?.kind]).toEqual([0, "cancelled"]);
  });

  test("stays in order when it is voided while it is shown", () => {
    receive(...CARDS, RESULT, {
      type: "round_voided",
      table: "jade",
      version: 19,
      shoe: 3,
      round: 7,
      reason: "card_error",
      roads: { ...NO_ROADS, main: null },
      side_bet_hits: [],
    });
    passes(8_000);
    expect([jade().notice?.kind, jade().last_result]).toEqual(["voided", null]);
  });
});

describe("a patron who was not watching", () => {
  test("returns to a hidden tab that is up to date, with nothing replayed", () => {
    receive(...CARDS.slice(0, 3));
    passes(200);
    isSeen = false;
    show.catchUp();
    receive(...CARDS.slice(3), RESULT, PURSE);
    expect([isOpen(), resultOf(jade())?.winner, house.balance]).toEqual([6, "player", 1500]);
    expect(jade().banker.cards.every((each) => each.slide === null)).toBe(true);
    isSeen = true;
    const before = told.length;
    passes(5_000);
    expect(told.length).toBe(before);
  });

  test("comes back mid-deal: missed cards are there, and the next ones are shown", () => {
    receive(...CARDS.slice(0, 2));
    show.catchUp();
    receive({ type: "table_resumed", table: "jade", server_time: 1, missed: 2 }, ...CARDS.slice(2, 4), {
      type: "seat",
      table: "jade",
      number: 5,
      after: 14,
      seat: SEAT,
    });
    expect([lie(), isOpen()]).toEqual([3, 3]);
    receive(CARDS[4]!);
    expect(lie()).toBe(3);
    passes(2_000);
    expect([lie(), isOpen()]).toEqual([4, 4]);
  });

  test("has a window without frames", () => {
    receive(...CARDS, RESULT);
    now += GIVEN_UP_MS + 1;
    passes(FRAME_MS);
    expect(resultOf(jade())?.winner).toBe("player");
  });

  test("gets a snapshot instead of the running show, and the credit all the same", () => {
    receive(...CARDS, RESULT, PURSE);
    receive({ ...OPENED, offset: { log: "a", version: 40 } });
    expect([jade().offset.version, lie(), house.balance]).toEqual([40, 0, 1500]);
  });
});

describe("these do not wait", () => {
  test("anything that arrives while nothing is being shown", () => {
    receive(
      {
        type: "wagers",
        table: "jade",
        number: 3,
        after: 10,
        action: "place",
        stakes: [["player", 500]],
        staked: 500,
        left_out: [],
        fields: [],
      },
      PURSE,
    );
    expect([jade().seat?.staked, house.balance]).toEqual([500, 1500]);
  });

  test("the answer to a command", () => {
    receive(...CARDS, RESULT, {
      type: "answer",
      id: "a",
      table: "jade",
      outcome: "refused",
      refusal: "betting_is_closed",
    });
    expect(house.lastAnswer?.id).toBe("a");
    expect(resultOf(jade())).toBeNull();
  });
});

test("the credit waits for the cards of every table it may come from, and for no later card", () => {
  receive({ ...OPENED, info: { ...OPENED.info, table: "pearl" } });
  receive(...CARDS, RESULT, PURSE);
  const pearl = numbered(card("player", 0, "4h")).map((message) => ({ ...message, table: "pearl" }));
  passes(500);
  receive(...pearl);
  expect(house.balance).toBe(1000);
  passes(7_000);
  expect(house.balance).toBe(1500);
});

test("the lobby waits for tables that are open here, and for no others", () => {
  const news = {
    type: "lobby_change",
    shoe: 3,
    round: 7,
    phase: "result",
    ends_at: 1,
    paused: null,
    patrons: 1,
    bots: 0,
    wins: [1, 0, 0],
    good_roads: [],
    leading_ties: 0,
    last: null,
    main: null,
  } as const;
  receive(...CARDS, RESULT, { ...news, table: "jade" }, { ...news, table: "coral" });
  const told_ = () => told.flatMap((each) => (each.type === "lobby_change" ? [each.table] : []));
  expect(told_()).toEqual(["coral"]);
  passes(8_000);
  expect(told_()).toEqual(["coral", "jade"]);
});

test("a request can wait for the show", () => {
  let isShown = false;
  receive(...CARDS, RESULT);
  show.afterAll(() => (isShown = true));
  passes(500);
  expect(isShown).toBe(false);
  passes(7_500);
  expect(isShown).toBe(true);
});
