import { describe, expect, test } from "vitest";
import { RESULT, tableAfter } from "../state/table-examples";
import type { TableView } from "../state/table-view";
import { posesOf, stepOf } from "./schedule";

const BETTING = tableAfter();
const SLIDE = { after: 0, lasts: 320 };
const DOWN = { face: "", slide: SLIDE, turnMs: 0 };
const OPEN = { face: "9h", slide: SLIDE, turnMs: 260 };
const THERE = { face: "9h", slide: null, turnMs: 0 };
const CALLED = { face: "", slide: { after: 500, lasts: 360 }, turnMs: 0 };

type Cards = TableView["player"]["cards"];

function dealing(player: Cards, banker: Cards): TableView {
  return {
    ...BETTING,
    phase: "dealing",
    player: { cards: player, total: null },
    banker: { cards: banker, total: null },
  };
}

function ended(winner: "player" | "banker" | "tie"): TableView {
  return { ...dealing([OPEN, OPEN], [OPEN, OPEN]), phase: "result", last_result: { ...RESULT, winner } };
}

/** "reach@280/220": from 280 ms on, within 220 ms. */
function written(view: TableView, motion: "full" | "brisk" | "still" = "full"): string {
  const words = posesOf(view, motion).map(({ pose, after, lasts }) => {
    const of = "side" in pose ? ` ${pose.side} ${pose.card}` : "winner" in pose ? ` ${pose.winner}` : "";
    return `${pose.kind}${of} @${Math.round(after)}/${Math.round(lasts)}`;
  });
  return words.join(", ");
}

describe("which pose belongs to which step", () => {
  test.each<readonly [string, TableView, string]>([
    ["betting", BETTING, "idle @0/300"],
    ["bets are closed", dealing([], []), "reach @0/220"],
    ["the first card slides", dealing([DOWN], []), "slide player 0 @0/320"],
    ["it turns", dealing([OPEN], []), "turn player 0 @0/130, reach @260/220"],
    ["the second slides", dealing([OPEN], [DOWN]), "slide banker 0 @0/320"],
    ["the fourth turns", dealing([OPEN, OPEN], [OPEN, OPEN]), "turn banker 1 @0/130, idle @260/300"],
    [
      "a third is called, then slides",
      dealing([OPEN, OPEN, CALLED], [OPEN, OPEN]),
      "reach @280/220, slide player 2 @500/360",
    ],
    ["only Banker draws", dealing([OPEN, OPEN], [OPEN, OPEN, OPEN]), "turn banker 2 @0/130, idle @260/300"],
    ["a card was there before", dealing([THERE], []), "reach @0/300"],
    ["cards are squeezed", { ...dealing([DOWN, DOWN], [DOWN, DOWN]), phase: "squeezing" }, "idle @0/300"],
    ["the shoe is changed", { ...BETTING, phase: "shoe_change" }, "idle @0/300"],
    ["the table is paused", { ...dealing([DOWN], []), paused: "card_error" }, "idle @0/300"],
    [
      "Banker wins",
      ended("banker"),
      "show banker @0/220, sweep banker @190/110, sweep banker @300/380, pay banker @680/140, pay banker @820/280, idle @1500/300",
    ],
    ["a tie: nothing is swept", ended("tie"), "show tie @0/220, pay tie @680/140, pay tie @820/280, idle @1500/300"],
  ])("%s", (_what, view, poses) => {
    expect(written(view)).toBe(poses);
  });

  test("a dealer who keeps still stays idle", () => {
    expect(written(dealing([DOWN], []), "still")).toBe("idle @0/300");
    expect(written(ended("player"), "still")).toBe("idle @0/300");
  });

  test("chips that fly briskly are swept briskly", () => {
    expect(written(ended("player"), "brisk")).toContain("sweep player @180/228");
  });
});

test("each step of a round has a name of its own, and keeps it while nothing new is shown", () => {
  const round = [
    BETTING,
    dealing([], []),
    dealing([DOWN], []),
    dealing([OPEN], []),
    dealing([OPEN], [DOWN]),
    dealing([OPEN, OPEN, CALLED], [OPEN, OPEN]),
    ended("banker"),
    { ...BETTING, round: BETTING.round + 1 },
  ];
  expect(new Set(round.map(stepOf)).size).toBe(round.length);
  expect(stepOf({ ...dealing([OPEN], []), player: { cards: [OPEN], total: 9 } })).toBe(stepOf(dealing([OPEN], [])));
});
