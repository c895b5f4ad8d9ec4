/** A component on a page of its own, for tests that ask what it shows; gone when the test is over. */
import { flushSync, mount, unmount, type Component } from "svelte";
import { onTestFinished } from "vitest";

const STILL = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
globalThis.matchMedia ??= () => STILL as unknown as MediaQueryList; // nothing is on its way: all is shown as it will be

export function onAPage<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): HTMLElement {
  const page = document.createElement("div");
  document.body.append(page);
  const mounted = mount(component, { target: page, props, intro: false });
  flushSync();
  onTestFinished(async () => {
    await unmount(mounted);
    page.remove();
  });
  return page;
}

/** What it says, as it is read: without the spaces of its markup. */
export function wordsOn(page: Element): string {
  return (page.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}
