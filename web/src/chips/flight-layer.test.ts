// @vitest-environment jsdom
import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { onAPage } from "../screen/on-a-page";
import FlightLayer from "./flight-layer.svelte";
import { flights } from "./flights.svelte";

test("a chip that has not left yet is not seen: its stack still lies where it is", () => {
  const given: KeyframeAnimationOptions[] = [];
  Element.prototype.animate = (_frames, options) => {
    given.push(options as KeyframeAnimationOptions);
    return { cancel: () => undefined } as unknown as Animation;
  };
  const page = onAPage(FlightLayer, {});
  const at = new DOMRect(0, 0, 28, 28);
  flights.all = [{ id: 1, worth: 100, from: at, to: at, ms: 400, delayMs: 900, curve: "linear", lands: true }];
  flushSync();
  expect(given).toHaveLength(1);
  expect(given[0]).toMatchObject({ delay: 900, fill: "forwards" });
  expect(page.querySelector<HTMLElement>(".flying")?.style.opacity).toBe("0");
  flights.all = [];
});
