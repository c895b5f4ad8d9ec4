// @vitest-environment jsdom
import { afterAll, expect, test, vi } from "vitest";
import { settings } from "../settings/settings.svelte";
import { tableAfter } from "../state/table-examples";
import { notify } from "./browser-notice";
import { callBack } from "./call-back";

const { floor } = vi.hoisted(() => ({
  floor: { listeners: new Set(), tables: [] as unknown[], bringToFront: vi.fn() },
}));
vi.mock("../floor/floor.svelte", () => ({ floor }));
vi.mock("./browser-notice", () => ({ notify: vi.fn(), takeBack: vi.fn(), listenForTaps: vi.fn() }));

const { callsBack, squeeze } = settings;
afterAll(() => {
  Object.assign(settings, { callsBack, squeeze });
  vi.restoreAllMocks();
});

test("a patron who hides the tab in a squeeze is called, though no message comes", () => {
  const table = tableAfter();
  const cards = [{ face: "", slide: null, turnMs: 0 }];
  const seat = { ...table.seat, squeezes: true, holds: ["player"], faces: [["player", 0, "9h"]] };
  floor.tables = [{ ...table, phase: "squeezing", stage: 1, player: { cards, total: null }, seat }];
  Object.assign(settings, { callsBack: true, squeeze: "squeeze" });
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  callBack();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(notify).not.toHaveBeenCalled();
  hidden.mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(notify).toHaveBeenCalledTimes(1);
});
