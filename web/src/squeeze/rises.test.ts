// @vitest-environment jsdom
import { expect, test } from "vitest";
import { settings } from "../settings/settings.svelte";
import { rises } from "./rises";

globalThis.CSS ??= { escape: (text: string) => text } as unknown as typeof CSS;

globalThis.matchMedia = () => ({ matches: false }) as MediaQueryList; // motion is not reduced

function boxed(element: HTMLElement, width: number, height: number): HTMLElement {
  element.getBoundingClientRect = () => new DOMRect(0, 0, width, height);
  return element;
}

test("a card rises from the card that lies there, not from the whole table around it", () => {
  settings.motion = "full";
  const place = boxed(document.createElement("div"), 1440, 0);
  place.dataset.anchor = "card:jade:player-0";
  place.append(boxed(document.createElement("div"), 104, 146));
  document.body.append(place);
  const large = boxed(document.createElement("div"), 312, 437);
  let frames: Keyframe[] = [];
  large.animate = (given) => ((frames = given as Keyframe[]), {} as Animation);
  rises(large, { from: "card:jade:player-0", after: 0 });
  expect(frames[0]?.transform).toContain("scale(0.333");
});
