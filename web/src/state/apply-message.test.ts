// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import type { PublicMessage, ServerMessage, Welcome } from "../wire/protocol.generated";
import { applyMessage } from "./apply-message";
import { after, INFO, NO_ROADS, numbered, OPENED, RESULT, SEAT, tableAfter } from "./table-examples";
import { seenHand } from "./table-view";
import { forgetTold, rememberTold } from "./told-rounds";

const private_ = { table: "jade", number: 2, after: 10 };
const dealt = (side: "player" | "banker", card: number, face: string, total: number | null) =>
  ({ type: "card_dealt", side, card, face, total, at: 5000 }) as const;
describe("a patron who comes back", () => {
  const last = { shoe: 3, round: 5, wagers: [["player", 2500, "1", 5000]], staked: 2500, returned: 5000 } as const;
  const seat = { type: "seat", table: "jade", number: 3, after: 10, seat: { ...SEAT, last_settled: last } } as const;

  test("is told once how their last round ended", () => {
    const view = tableAfter(seat);
    expect(view.notice).toEqual({ kind: "settled", last });
    expect([view.lastBet, view.lastReturned]).toEqual([2500, 5000]);
    expect(tableAfter(seat, seat).noticeCount).toBe(1);
  });

  test("is told nothing about a round they saw end", () => {
    const settlement = {
      type: "settlement",
      ...private_,
      round: 5,
      wagers: last.wagers,
      staked: 2500,
      returned: 5000,
      won: true,
      fields: [],
      may_dispute: false,
    } as const;
    expect(tableAfter(settlement, seat).notice).toBeNull();
  });

  test("is not told again after a reload", () => {
    rememberTold("jade", "3/5");
    const view = tableAfter(seat);
    forgetTold();
    expect(view.notice).toBeNull();
    expect(view.lastReturned).toBe(5000);
  });
});

describe("a table", () => {
  test("is opened by its place, even if its id is longer", () => {
    const own = { ...OPENED, info: { ...INFO, table: "jade-solo~p123" } };
    expect(Object.keys(after(own).tables)).toEqual(["jade-solo"]);
  });

  test("follows public messages in order and resyncs when one is missing", () => {
    const [first, , third] = numbered(
      { type: "betting_closed", at: 1 },
      dealt("player", 0, "9h", 9),
      dealt("banker", 0, "2h", 2),
    ) as [PublicMessage, PublicMessage, PublicMessage];
    const house = after(OPENED, first);
    expect(house.tables["jade"]?.offset.version).toBe(11);
    expect(applyMessage(house, third)).toBe("resync");
  });

  test("ignores a message it has already seen", () => {
    const house = after(OPENED, ...numbered({ type: "betting_closed", at: 1 }));
    expect(applyMessage(house, numbered({ type: "betting_closed", at: 9 })[0]!)).toBe(house);
  });

  test("shows cards as they are dealt, with the server's total", () => {
    const view = tableAfter(
      ...numbered(
        { type: "betting_closed", at: 1 },
        dealt("player", 0, "9h", 9),
        dealt("banker", 0, "2h", 2),
        dealt("player", 1, "Ks", 9),
      ),
    );
    expect(view.phase).toBe("dealing");
    expect(view.player.cards.map((card) => card.face)).toEqual(["9h", "Ks"]);
    expect([view.player.total, view.banker.total]).toEqual([9, 2]);
  });

  test("has no bets left once they are settled, and can repeat them", () => {
    const view = tableAfter(
      {
        type: "wagers",
        ...private_,
        action: "place",
        stakes: [["player", 5000]],
        staked: 5000,
        left_out: [],
        fields: [],
      },
      ...numbered({
        type: "round_settled",
        result: RESULT,
        roads: NO_ROADS,
        winners: [],
        ends_at: 9000,
        is_last_round: false,
        side_bet_hits: [],
      }),
      {
        type: "settlement",
        ...private_,
        number: 3,
        round: 7,
        wagers: [["player", 5000, "1", 10000]],
        staked: 5000,
        returned: 10000,
        won: true,
        fields: [],
        may_dispute: false,
      },
    );
    expect([view.seat?.staked, view.seat?.last_stakes]).toEqual([0, [["player", 5000]]]);
    expect([view.lastBet, view.lastReturned, view.settlement?.won]).toEqual([5000, 10000, true]);
    expect(view.results).toEqual([RESULT]);
  });

  test("changes the room of the fields that a message names, and of no others", () => {
    const room = (bet: string, most: number) => ({ bet, wins: 0, next_stake: 1000, room: most, refusal: null });
    const view = tableAfter(
      { type: "seat", ...private_, seat: { ...SEAT, fields: [room("player", 9000), room("tie", 8000)] } },
      {
        type: "wagers",
        ...private_,
        action: "place",
        stakes: [["player", 5000]],
        staked: 5000,
        left_out: [],
        fields: [room("player", 4000)],
      },
    );
    expect(view.seat?.fields.map((field) => [field.bet, field.room])).toEqual([
      ["player", 4000],
      ["tie", 8000],
    ]);
  });

  test("clears felt, hands and settlement when betting opens", () => {
    const view = tableAfter(
      {
        type: "wagers",
        ...private_,
        action: "place",
        stakes: [["player", 5000]],
        staked: 5000,
        left_out: [],
        fields: [],
      },
      ...numbered(dealt("player", 0, "9h", 9), {
        type: "betting_opened",
        round: 8,
        at: 1,
        closes_at: 19000,
        is_last_round: false,
      }),
    );
    expect([view.round, view.player.cards.length, view.seat?.staked]).toEqual([8, 0, 0]);
  });

  test("keeps a held card closed until its holder opens it", () => {
    const view = tableAfter(
      ...numbered(dealt("player", 0, "", null), dealt("player", 1, "", null), {
        type: "stage_opened",
        stage: 1,
        cards: [],
        closes_at: 30000,
        holders: 1,
        clocks: [["player", 30000]],
        names: [["player", "Ann"]],
      }),
      {
        type: "faces",
        ...private_,
        stage: 1,
        holds: ["player"],
        faces: [
          ["player", 0, "4h"],
          ["player", 1, "5s"],
        ],
        player_total: 9,
        banker_total: null,
      },
    );
    const opened = (...keys: string[]) => seenHand({ ...view, openedCards: keys }, "player");
    expect(opened().cards.map((card) => card.face)).toEqual(["", ""]);
    expect(opened("player-0")).toMatchObject({ cards: [{ face: "4h" }, { face: "" }], total: null });
    expect(opened("player-0", "player-1").total).toBe(9);
  });

  test("forgets roads and results with a new shoe", () => {
    const view = tableAfter(
      ...numbered(
        {
          type: "round_settled",
          result: RESULT,
          roads: NO_ROADS,
          winners: [],
          ends_at: 1,
          is_last_round: true,
          side_bet_hits: [["tie", 4]],
        },
        { type: "shoe_ended", shoe: 3, ends_at: 20000 },
        { type: "shoe_opened", shoe: 4, commitment: "c", contributions: ["d"] },
      ),
    );
    expect([view.shoe, view.results, view.last_result, view.contributions]).toEqual([4, [], null, ["d"]]);
    expect(view.side_bet_hits).toEqual([]);
  });

  test("says why a shoe was abandoned until the next one opens", () => {
    const abandoned = { type: "shoe_abandoned", shoe: 3, reason: "floor_was_set_back", ends_at: 20000 } as const;
    const view = tableAfter(...numbered(dealt("player", 0, "9h", 9), abandoned));
    expect([view.phase, view.abandoned, view.player.cards]).toEqual(["shoe_change", "floor_was_set_back", []]);
    const next = tableAfter(
      ...numbered(abandoned, { type: "shoe_opened", shoe: 4, commitment: "c", contributions: [] }),
    );
    expect(next.abandoned).toBeNull();
  });

  test("shows a burn card only during its own shoe", () => {
    const ended = numbered(
      { type: "cards_burned", card: "7h", face_down: 7 },
      { type: "shoe_ended", shoe: 3, ends_at: 20000 },
      { type: "shoe_opened", shoe: 4, commitment: "c", contributions: [] },
      { type: "cards_burned", card: "2s", face_down: 2 },
    );
    const burned = (count: number) => [
      tableAfter(...ended.slice(0, count)).burn_card,
      tableAfter(...ended.slice(0, count)).burned_face_down,
    ];
    expect([1, 2, 3, 4].map(burned)).toEqual([
      ["7h", 7],
      [null, 0],
      [null, 0],
      ["2s", 2],
    ]);
  });

  test("is gone once closed", () => {
    expect(after(OPENED, { type: "table_closed", table: "jade", reason: "asked" }).tables).toEqual({});
  });
});

test("play that was over may be allowed again after a reconnect", () => {
  const welcome = { type: "welcome", boot: "b1" } as Welcome;
  const over: ServerMessage = { type: "play_is_over", reason: "session_limit_is_reached" };
  expect(after(welcome, over).playIsOver?.reason).toBe("session_limit_is_reached");
  expect(after(welcome, over, welcome).playIsOver).toBeNull();
  expect(after(welcome, welcome, over).playIsOver).toEqual(over);
});

test("an older balance never replaces a newer one", () => {
  const house = after({ type: "purse", number: 5, balance: 900 }, { type: "purse", number: 4, balance: 100 });
  expect(house.balance).toBe(900);
});

test("a lobby change replaces the end of that table's road", () => {
  const mark = (round: number) => [0, round, "B", round, false, false, 0, 0, 0] as const;
  const now = {
    shoe: 1,
    round: 3,
    phase: "result",
    ends_at: null,
    paused: null,
    patrons: 1,
    bots: 0,
    wins: [0, 0, 3],
    good_roads: [],
    leading_ties: 0,
    last: null,
  } as const;
  const house = after(
    {
      type: "lobby",
      server_time: 0,
      tables: [
        {
          ...now,
          table: "jade",
          title: "Jade",
          book: "interblock",
          book_title: "",
          kind: "timed",
          stake_min: 1,
          stake_max: 2,
          has_squeeze: false,
          dealer: null,
          has_video: false,
          pace_ms: null,
          main: [mark(1), mark(2)],
        },
      ],
    },
    { type: "lobby_change", table: "jade", ...now, main: { index: 1, marks: [mark(5)] } },
  );
  expect(house.lobby[0]?.main).toEqual([mark(1), mark(5)]);
});
