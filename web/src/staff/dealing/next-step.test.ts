import { describe, expect, test } from "vitest";
import type { ConsoleState } from "../../wire/protocol.generated";
import { DEALING } from "./console-example";
import { headlineOf, primaryOf } from "./next-step";

const hand = (total: number): ConsoleState["player"] => ({ cards: ["Ks", "7h"], total });
const RESULT = { round: 41, winner: "banker", player: hand(6), banker: hand(7) } as const;
const STOP = {
  reason: "card_too_often",
  detail: "4s",
  since: 0,
  may_scan_again: true,
  asks_for_card: false,
  rounds: [4, 10],
} as const;

describe("the one large button", () => {
  const CASES: readonly (readonly [Partial<ConsoleState>, boolean, string, string])[] = [
    // the table                                                supervisor  words                      note
    [{ next_step: "tap_in", dealer: null }, false, "Tap in", "with your PIN"],
    [{ next_step: "new_shoe" }, false, "Confirm new shoe", "two statements"],
    [{ next_step: "open_betting" }, false, "Open betting", "round 42"],
    [{ next_step: "free_hand" }, false, "Open free hand", "no bets are taken"],
    [{ next_step: "close_betting" }, false, "Close betting", "closes by itself in 9 s"],
    [{ next_step: "confirm_result", result: RESULT }, false, "Confirm result", "Banker wins 7 over 6"],
    [{ next_step: "resume", stop: STOP }, false, "Scan again", "then slide the card over the reader"],
    [{ next_step: "settle_misdeal" }, true, "Settle the misdeal", "the card is burned before the next round"],
    [{ next_step: "deal_early_card" }, true, "Return late bets, go on", "bets after the card was dealt go back"],
  ];

  test.each(CASES)("%o: %s", (change, isSupervisor, words, note) => {
    const primary = primaryOf({ ...DEALING, ...change }, isSupervisor, 9);
    expect(primary).toEqual({ words, note, isWaiting: false });
  });

  test.each(["wait_for_card", "read_burn", "wait"] as const)("nobody presses %s", (next_step) => {
    expect(primaryOf({ ...DEALING, next_step }, true, null).isWaiting).toBe(true);
  });

  test.each(["settle_misdeal", "deal_early_card", "rebuild", "resume"] as const)(
    "a dealer waits for the supervisor's %s",
    (next_step) => {
      const stop = { ...STOP, reason: "other", may_scan_again: false } as const;
      expect(primaryOf({ ...DEALING, next_step, stop }, false, null).words).toBe("A supervisor decides");
    },
  );
});

describe("the headline", () => {
  test("names the awaited card", () => {
    expect(headlineOf(DEALING)).toMatchObject({ side: "player", title: ", card 2" });
  });

  test("after the burn card, how many follow it face down", () => {
    const burned: ConsoleState = { ...DEALING, next_step: "open_betting", phase: "ready", round: 0 };
    expect(headlineOf(burned).title).toBe("Burn 7 face down");
  });

  test("the result is the server's, also with totals below zero", () => {
    const result = { round: 1, winner: "player", player: hand(-2), banker: hand(-7) } as const;
    expect(headlineOf({ ...DEALING, next_step: "confirm_result", result }).title).toBe("Player wins −2 over −7");
  });
});
