import { describe, expect, test, vi } from "vitest";
import { tableAfter } from "../state/table-examples";
import type { TableView } from "../state/table-view";
import { hasCardsWaiting, YourCards } from "./your-cards";

const OPEN = tableAfter();
const LIES = { face: "", slide: null, turnMs: 0 };

function squeezing(more: Partial<TableView> = {}): TableView {
  if (!OPEN.seat) throw new Error("the example has a seat");
  return {
    ...OPEN,
    phase: "squeezing",
    stage: 1,
    player: { cards: [LIES, LIES], total: null },
    seat: {
      ...OPEN.seat,
      squeezes: true,
      holds: ["player"],
      faces: [
        ["player", 0, "9h"],
        ["player", 1, "Kd"],
      ],
    },
    ...more,
  };
}

function called({ isWanted = true }: { isWanted?: boolean } = {}) {
  const caller = { isWanted: () => isWanted, call: vi.fn(), done: vi.fn() };
  return { caller, yourCards: new YourCards(caller) };
}

describe("whose cards wait", () => {
  test("who holds cards that are face down", () => {
    expect(hasCardsWaiting(squeezing())).toBe(true);
    expect(hasCardsWaiting(squeezing({ openedCards: ["player-0"] }))).toBe(true);
  });

  test("nobody, once they are open, held by others or left to the table", () => {
    const view = squeezing();
    const open = { ...LIES, face: "9h" };
    expect(hasCardsWaiting(squeezing({ player: { cards: [open, open], total: 8 } }))).toBe(false);
    expect(hasCardsWaiting({ ...view, seat: view.seat && { ...view.seat, faces: [] } })).toBe(false);
    expect(hasCardsWaiting({ ...view, seat: view.seat && { ...view.seat, squeezes: false } })).toBe(false);
    expect(hasCardsWaiting({ ...view, phase: "dealing" })).toBe(false);
  });
});

describe("a patron is called back", () => {
  test("once a stage", () => {
    const { caller, yourCards } = called();
    yourCards.follow([OPEN, squeezing()]);
    yourCards.follow([squeezing()]);
    expect(caller.call).toHaveBeenCalledTimes(1);
    yourCards.follow([squeezing({ stage: 2 })]);
    expect(caller.call).toHaveBeenCalledTimes(2);
  });

  test("not while the tab is seen or the switch is off, but still when it is hidden later", () => {
    const wanted = { is: false };
    const caller = { isWanted: () => wanted.is, call: vi.fn(), done: vi.fn() };
    const yourCards = new YourCards(caller);
    yourCards.follow([squeezing()]);
    expect(caller.call).not.toHaveBeenCalled();
    wanted.is = true;
    yourCards.follow([squeezing()]);
    expect(caller.call).toHaveBeenCalledTimes(1);
  });

  test("and the notice goes when nothing waits any more", () => {
    const { caller, yourCards } = called();
    yourCards.follow([OPEN]);
    expect(caller.done).not.toHaveBeenCalled();
    yourCards.follow([squeezing()]);
    yourCards.follow([OPEN]);
    expect(caller.done).toHaveBeenCalledTimes(1);
    yourCards.follow([OPEN]);
    expect(caller.done).toHaveBeenCalledTimes(1);
  });

  test("to every table whose cards wait, to each once, and each notice goes by itself", () => {
    const { caller, yourCards } = called();
    const [first, second] = [squeezing({ id: "jade" }), squeezing({ id: "pearl" })];
    yourCards.follow([first]);
    yourCards.follow([first, second]);
    yourCards.follow([second, first]);
    expect(caller.call.mock.calls.map(([view]) => (view as TableView).id)).toEqual(["jade", "pearl"]);
    yourCards.follow([{ ...OPEN, id: "jade" }, second]);
    expect(caller.done.mock.calls).toEqual([["jade"]]);
    expect(caller.call).toHaveBeenCalledTimes(2);
  });

  test("a notice goes though the tab is seen again", () => {
    const wanted = { is: true };
    const caller = { isWanted: () => wanted.is, call: vi.fn(), done: vi.fn() };
    const yourCards = new YourCards(caller);
    yourCards.follow([squeezing()]);
    wanted.is = false;
    yourCards.follow([OPEN]);
    expect(caller.done).toHaveBeenCalledTimes(1);
  });
});
