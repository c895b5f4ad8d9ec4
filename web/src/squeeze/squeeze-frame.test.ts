// @vitest-environment jsdom
import { createRawSnippet, flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import { floor } from "../floor/floor.svelte";
import { onAPage } from "../screen/on-a-page";
import { say } from "../words/say.svelte";
import SqueezeFrame from "./squeeze-frame.svelte";

afterEach(() => (floor.link = "closed"));

test("a lost connection is told inside the squeeze, which lies over everything else", () => {
  const nothing = createRawSnippet(() => ({ render: () => "<i></i>" }));
  const page = onAPage(SqueezeFrame, { label: "Squeeze", head: nothing, cards: nothing, foot: nothing });
  const told = () => page.querySelector("[data-squeeze] [role=status]")?.textContent;
  expect(told()).toBeUndefined();
  floor.link = "lost";
  flushSync();
  expect(told()).toBe(say("squeeze.lost"));
});
