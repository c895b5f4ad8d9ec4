// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi, type Mock } from "vitest";
import { settings } from "../settings/settings.svelte";
import { growsFrom, noteSmallTable, noteTable, wayBetween, type Box } from "./growth";

const TILE: Box = { left: 100, top: 300, width: 360, height: 114 };
const STAGE: Box = { left: 0, top: 0, width: 1440, height: 600 };

function placed(box: Box): { element: HTMLElement; animate: Mock } {
  const [element, animate] = [document.createElement("section"), vi.fn(() => ({ finished: Promise.resolve() }))];
  Object.assign(element, { getBoundingClientRect: () => box, animate });
  return { element, animate };
}

beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
afterEach(() => {
  settings.motion = "full";
  vi.unstubAllGlobals();
});

test("a stage starts as wide as the tile, over its middle", () => {
  expect(wayBetween(TILE, STAGE)).toBe("translate(100px, 282px) scale(0.25)");
});

test("the table that was tapped grows, once", () => {
  const tile = placed(TILE).element;
  tile.dataset["grows"] = "jade";
  tile.innerHTML = "<button></button>";
  noteSmallTable({ target: tile.firstElementChild } as unknown as Event);
  const [stage, again] = [placed(STAGE), placed(STAGE)];
  growsFrom(stage.element, "jade");
  growsFrom(again.element, "jade");
  expect(stage.animate).toHaveBeenCalledTimes(1);
  expect(again.animate).not.toHaveBeenCalled();
});

test("another table does not, nor one that opens much later", () => {
  noteTable("jade", TILE);
  const other = placed(STAGE);
  growsFrom(other.element, "pearl");
  expect(other.animate).not.toHaveBeenCalled();
  noteTable("jade", TILE);
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 5_000);
  const late = placed(STAGE);
  growsFrom(late.element, "jade");
  expect(late.animate).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test("nothing grows where motion is reduced", () => {
  settings.motion = "still";
  noteTable("jade", TILE);
  const stage = placed(STAGE);
  growsFrom(stage.element, "jade");
  expect(stage.animate).not.toHaveBeenCalled();
});
