// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { OwnSavedBets } from "./saved-bets.svelte";

const FRIDAY = { number: 1, book: "sa", name: "Friday", stakes: [["tie", 100]] };

/** The server's answers, in order. */
function answers(...bodies: readonly (readonly [status: number, body: unknown])[]): void {
  const left = [...bodies];
  vi.stubGlobal("fetch", () => {
    const [status, body] = left.shift() ?? [500, {}];
    if (status === 204) return Promise.resolve(new Response(null, { status }));
    return Promise.resolve(Response.json(body, { status }));
  });
}

afterEach(() => vi.unstubAllGlobals());

test("bets are read, saved, renamed and deleted", async () => {
  const own = new OwnSavedBets();
  answers([200, { most_of_a_book: 12, bets: [] }], [200, { ...FRIDAY, name: "" }], [200, FRIDAY], [204, null]);
  await own.read();
  expect([own.all, own.most]).toEqual([[], 12]);
  await own.save({ book: "sa", stakes: [["tie", 100]] });
  await own.rename(1, "Friday");
  expect(own.all).toEqual([FRIDAY]);
  await own.delete(1);
  expect([own.all, own.problem]).toEqual([[], null]);
});

test("a refusal is kept to be shown, and changes nothing", async () => {
  const own = new OwnSavedBets();
  answers([200, { most_of_a_book: 12, bets: [FRIDAY] }], [409, { name: "too_many_saved_bets" }]);
  await own.read();
  await own.save({ book: "sa", stakes: [["player", 100]] });
  expect([own.all, own.problem?.name]).toEqual([[FRIDAY], "too_many_saved_bets"]);
});

test("a bet that was deleted elsewhere goes from the list, and the patron is told", async () => {
  const own = new OwnSavedBets();
  answers(
    [200, { most_of_a_book: 12, bets: [FRIDAY] }],
    [404, { name: "saved_bet_is_unknown" }],
    [200, { most_of_a_book: 12, bets: [] }],
  );
  await own.read();
  await own.rename(1, "Saturday");
  expect([own.all, own.problem?.name]).toEqual([[], "saved_bet_is_unknown"]);
});
