// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { inOrderOf } from "./in-order-of";
import { handled, isHandled } from "./steady.svelte";

const tables = (...names: string[]) => names.map((table) => ({ table }));
const list = document.createElement("ul");
const sends = (type: string, to: EventTarget = list) => to.dispatchEvent(new Event(type, { bubbles: true }));

beforeEach(() => {
  vi.useFakeTimers();
  document.body.append(list);
});
afterEach(() => {
  vi.useRealTimers();
  list.remove();
});

it("keeps places, puts new tables last and leaves out those that are gone", () => {
  const now = inOrderOf(tables("ruby", "opal", "jade"), ["jade", "amber", "ruby"]);
  expect(now.map(({ table }) => table)).toEqual(["jade", "ruby", "opal"]);
});

it("holds still under a finger and until its tap has arrived", () => {
  const action = isHandled(list);
  sends("pointerdown");
  vi.advanceTimersByTime(60_000);
  expect(handled.now).toBe(true);
  sends("pointerup", window);
  expect(handled.now).toBe(true);
  vi.advanceTimersByTime(500);
  expect(handled.now).toBe(false);
  action.destroy();
});

it("holds still while a pointer moves, and lets go when it rests or the list is gone", () => {
  const action = isHandled(list);
  sends("pointermove");
  expect(handled.now).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(handled.now).toBe(false);
  sends("pointermove");
  action.destroy();
  expect(handled.now).toBe(false);
});
