import { describe, expect, test } from "vitest";
import type { CardDealt, ServerMessage } from "../wire/protocol.generated";
import { MS } from "../screen/motion";
import { openedTable } from "../state/opened-table";
import { NO_ROADS, OPENED, SEAT } from "../state/table-examples";
import type { CardOnTable, TableView } from "../state/table-view";
import { LINGERS_MS, stepsOf } from "./steps";

const view: TableView = { ...openedTable(OPENED, undefined), seat: SEAT, phase: "dealing" };
const at = { table: "jade", version: 11 };
const lies: CardOnTable = { face: "", slide: null, turnMs: 0 };
const open = (face: string): CardOnTable => ({ ...lies, face });
const dealt = (card: number, face: string): CardDealt => ({
  type: "card_dealt",
  ...at,
  side: "player",
  card,
  face,
  total: 7,
  at: 5,
});
const types = (message: ServerMessage, before = view) =>
  stepsOf(message, before, "full").map((step) => step.told?.type ?? "pause");
const lasts = (message: ServerMessage, before = view, motion: "full" | "brisk" | "still" = "full") =>
  stepsOf(message, before, motion).reduce((sum, step) => sum + step.lasts, 0);

describe("a card", () => {
  test("slides face down, turns, and only then counts", () => {
    const before = { ...view, player: { cards: [open("3h")], total: 3 } };
    const [comes, turns, counts] = stepsOf(dealt(1, "4h"), before, "full");
    expect(comes?.told).toMatchObject({ type: "card_dealt", face: "", total: 3 });
    expect(turns?.told).toMatchObject({ type: "cards_turn", faces: [["player", 1, "4h"]], lasts: 260 });
    expect(counts?.told).toMatchObject({ type: "total_shown", side: "player", total: 7 });
    expect([comes?.lasts, turns?.lasts, counts?.lasts]).toEqual([320, 156, 0]);
  });

  test("that only its holders may see stays face down", () => {
    expect(types(dealt(0, ""))).toEqual(["card_dealt"]);
  });

  test("that is a third waits until all others are open, and is called before it slides", () => {
    const steps = stepsOf(dealt(2, "4h"), view, "full");
    expect(steps.map((step) => step.told?.type ?? "pause")).toEqual([
      "pause",
      "card_dealt",
      "cards_turn",
      "total_shown",
    ]);
    expect(steps[1]).toMatchObject({ told: { slide: { after: 500, lasts: 360 } }, lasts: 860 });
  });

  test("takes less time when brisk, almost none when still, and less when the show is late", () => {
    expect(lasts(dealt(0, "4h"), view, "brisk")).toBeCloseTo(lasts(dealt(0, "4h")) * 0.6);
    expect(lasts(dealt(0, "4h"), view, "still")).toBeLessThan(200);
    const late = stepsOf(dealt(0, "4h"), view, "full", 0.6);
    expect(late[0]?.lasts).toBeCloseTo(192);
    expect(late[1]?.told).toMatchObject({ lasts: 156 }); // it also turns faster: words and picture stay together
  });

  test("turned by the lead has its face, then its total", () => {
    const turned: ServerMessage = { type: "card_turned", ...at, side: "player", card: 0, face: "4h", total: 4 };
    expect(types(turned)).toEqual(["card_turned", "cards_turn", "total_shown"]);
    expect(stepsOf(turned, view, "full")[0]?.told).toMatchObject({ face: "", total: null });
  });
});

describe("the end of a stage", () => {
  const squeezing: TableView = {
    ...view,
    phase: "squeezing",
    holders: 1,
    player: { cards: [lies, lies], total: null },
    banker: { cards: [lies, lies], total: null },
    seat: {
      ...SEAT,
      holds: ["player"],
      faces: [
        ["player", 0, "4h"],
        ["player", 1, "5s"],
      ],
    },
  };
  const ended: ServerMessage = {
    type: "stage_ended",
    ...at,
    stage: 1,
    player_total: 9,
    banker_total: 1,
    faces: [
      ["player", 0, "4h"],
      ["player", 1, "5s"],
      ["banker", 0, "As"],
      ["banker", 1, "Td"],
    ],
  };

  test("turns the closed cards, Player's first, and leaves time to look", () => {
    const steps = stepsOf(ended, squeezing, "full");
    expect(steps.map((step) => step.told?.type ?? "pause")).toEqual([
      "stage_ended",
      "cards_turn",
      "total_shown",
      "pause",
      "cards_turn",
      "total_shown",
      "pause",
      "pause",
    ]);
    expect(steps[0]?.told).toMatchObject({ faces: [], player_total: null, banker_total: null });
    expect(steps[1]?.told).toMatchObject({
      faces: [
        ["player", 0, "4h"],
        ["player", 1, "5s"],
      ],
    });
    expect(steps.at(-1)?.lasts).toBeGreaterThan(LINGERS_MS);
  });

  test("never closes a card its holder has opened", () => {
    const opened = { ...squeezing, openedCards: ["player-0", "player-1"] };
    const [pause, first] = stepsOf(ended, opened, "full");
    expect(pause).toEqual({ told: null, lasts: MS.turnOver }); // in the hand, the last card may still be turning
    expect(first?.told).toMatchObject({
      faces: [
        ["player", 0, "4h"],
        ["player", 1, "5s"],
      ],
      player_total: 9,
      banker_total: null,
    });
  });

  test("leaves no time to look for a patron who skips the squeeze", () => {
    const skips = { ...squeezing, seat: { ...squeezing.seat!, squeezes: false } };
    expect(lasts(ended, skips)).toBeLessThan(LINGERS_MS);
  });
});

test("a result comes a moment after the last card, and later after a natural", () => {
  const settled = (is_natural: boolean): ServerMessage => ({
    type: "round_settled",
    ...at,
    winners: [],
    ends_at: 1,
    is_last_round: false,
    side_bet_hits: [],
    roads: NO_ROADS,
    result: {
      round: 7,
      winner: "tie",
      player: { cards: [], total: 9 },
      banker: { cards: [], total: 9 },
      is_natural,
      decided_by: "higher",
      came_out: [],
    },
  });
  expect(types(settled(false))).toEqual(["pause", "round_settled"]);
  expect(types(settled(true))).toEqual(["pause", "natural_called", "round_settled"]);
  expect([lasts(settled(false)), lasts(settled(true))]).toEqual([250, 850]);
});

test("a storm is shown at once, and read before the first card comes", () => {
  const storm = { type: "cards_struck", ...at, struck: [{ card: "4h", multiplier: 3 }], at: 5 } as const;
  expect(types(storm)).toEqual(["cards_struck"]);
  expect(lasts(storm)).toBe(MS.storm);
});
