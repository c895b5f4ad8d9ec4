// @vitest-environment jsdom
/** Roads are previewed where a pointer has moved and rests, not under one that never moved. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preview, previewsRoads } from "./preview.svelte";

const LONG_MS = 2_000;
let card: HTMLElement;
let look: ReturnType<typeof previewsRoads>;

beforeEach(() => {
  vi.useFakeTimers();
  card = document.createElement("article");
  look = previewsRoads(card, "jade");
});

afterEach(() => {
  look.destroy();
  vi.useRealTimers();
});

function pointerMoves(by: { x: number; y: number }) {
  card.dispatchEvent(
    Object.assign(new Event("pointermove"), { pointerType: "mouse", movementX: by.x, movementY: by.y }),
  );
}

test("a pointer that moved and rests opens the preview", () => {
  pointerMoves({ x: 3, y: 0 });
  expect(preview.at).toBeNull();
  vi.advanceTimersByTime(LONG_MS);
  expect(preview.at).toBe("jade");
});

test("a lobby that opens under a resting pointer previews nothing", () => {
  pointerMoves({ x: 0, y: 0 });
  vi.advanceTimersByTime(LONG_MS);
  expect(preview.at).toBeNull();
});
