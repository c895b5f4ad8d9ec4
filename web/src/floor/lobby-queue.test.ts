import { expect, test } from "vitest";
import type { LobbyChange } from "../wire/protocol.generated";
import { LobbyQueue } from "./lobby-queue";

function news({ isSeen = true } = {}) {
  const told: string[] = [];
  const frames: (() => void)[] = [];
  const changes = new LobbyQueue(
    (change) => told.push(change.table),
    (then) => frames.push(then),
    () => isSeen,
  );
  return {
    told,
    add: (...tables: string[]) => tables.forEach((table) => changes.add({ table } as LobbyChange)),
    forget: () => changes.forget(),
    frame: () => frames.shift()?.(),
  };
}

test("tables that changed together are drawn one per frame, in order", () => {
  const { told, add, frame } = news();
  add("one", "two", "one");
  expect(told).toEqual([]);
  frame();
  expect(told).toEqual(["one"]);
  frame();
  frame();
  expect(told).toEqual(["one", "two", "one"]);
});

test("a full floor is drawn within twelve frames", () => {
  const { told, add, frame } = news();
  add(...Array.from({ length: 100 }, (_, number) => String(number)));
  for (let count = 0; count < 12; count += 1) frame();
  expect(told).toHaveLength(100);
});

test("a hidden page has no frames and is updated at once", () => {
  const { told, add } = news({ isSeen: false });
  add("one", "two");
  expect(told).toEqual(["one", "two"]);
});

test("a snapshot of the lobby clears the queue", () => {
  const { told, add, forget, frame } = news();
  add("one", "two");
  forget();
  frame();
  expect(told).toEqual([]);
});
