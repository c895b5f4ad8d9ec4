/** @vitest-environment jsdom */
import { beforeEach, expect, test, vi } from "vitest";
import { feed } from "../link/feed.svelte";
import { DEALING } from "./console-example";
import { Desk } from "./desk.svelte";

const answers = vi.fn();
let desk: Desk;

beforeEach(() => {
  answers.mockReset().mockResolvedValue(new Response("{}", { headers: { "content-type": "application/json" } }));
  vi.stubGlobal("fetch", answers);
  desk = new Desk("amber");
  desk.show(DEALING);
});

function sent(): [path: string, body: unknown] {
  const [path, init] = answers.mock.calls.at(-1) as [string, RequestInit];
  return [path, JSON.parse(init.body as string)];
}

test("whole states replace one another, and only those of this table", () => {
  const stop = desk.follow();
  feed.receive({ ...DEALING, round: 42 });
  feed.receive({ ...DEALING, table: "coral", round: 7 });
  expect(desk.state?.round).toBe(42);
  stop();
  feed.receive({ ...DEALING, round: 43 });
  expect(desk.state?.round).toBe(42);
});

test("Enter does nothing while a card is awaited", async () => {
  desk.pressed("Enter");
  await Promise.resolve();
  expect(answers).not.toHaveBeenCalled();
});

test("F2, rank and suit type a card; digits are the second person's PIN; Enter places it", async () => {
  desk.secondName = "Ines Duarte";
  for (const key of ["F2", "4", "c", "9", "2", "0", "4"]) desk.pressed(key);
  expect([desk.typed, desk.pin]).toEqual(["4c", "9204"]);
  await desk.pressPrimary();
  expect(sent()).toEqual(["/api/dealing/amber/card", { card: "4c", second: { name: "Ines Duarte", pin: "9204" } }]);
  expect([desk.typed, desk.pin, desk.sheet]).toEqual([null, "", null]);
});

test("without a PIN another device is asked, and the card waits", async () => {
  for (const key of ["F2", "4", "c"]) desk.pressed(key);
  await desk.pressPrimary();
  expect(sent()).toEqual(["/api/dealing/amber/card", { card: "4c", second: null }]);
});

test("a card of which all are dealt cannot be typed", () => {
  for (const key of ["F2", "4", "s"]) desk.pressed(key);
  expect(desk.typed).toBeNull();
});

test("Escape takes back the typed card, then the sheet, then asks why to pause", () => {
  for (const key of ["F2", "4", "c"]) desk.pressed(key);
  const seen = [];
  for (let press = 0; press < 3; press += 1) {
    desk.pressed("Escape");
    seen.push([desk.typed, desk.sheet]);
  }
  expect(seen).toEqual([
    [null, "type_card"],
    [null, null],
    [null, "pause"],
  ]);
});

test("a scan goes to the desk with an id of its own", async () => {
  answers.mockResolvedValue(
    new Response(JSON.stringify({ happened: "placed", reason: "", card: "9h", is_stopped: false }), {
      headers: { "content-type": "application/json" },
    }),
  );
  await desk.scan("9h");
  const [path, body] = sent();
  expect(path).toBe("/api/dealing/amber/scan");
  expect(body).toMatchObject({ line: "9h" });
});

test("a table that nobody deals by hand is named as such", () => {
  const other = new Desk("nowhere");
  const stop = other.follow();
  feed.receive({ type: "problem", reason: "unknown_table", detail: "" });
  expect(other.isUnknown).toBe(true);
  stop();
});
