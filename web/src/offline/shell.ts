/**
 * What the service worker keeps, so that the client opens without a network and says so itself: the page, and assets
 * whose names change with their content. Nothing of the game, of money or of people is ever kept.
 */

export type Keeping = "page" | "asset" | "nothing";

/** How a request of this page is answered; `scope` is the address of the floor, which may be a path of a bigger site. */
export function keepingOf(address: string, method: string, mode: string, scope: string): Keeping {
  if (method !== "GET" || !address.startsWith(scope)) return "nothing";
  const path = address.slice(scope.length).replace(/[?#].*$/s, "");
  if (mode === "navigate") return path === "" ? "page" : "nothing"; // consoles and displays are not for offline use
  return /^assets\/[^/]+$/.test(path) ? "asset" : "nothing";
}

/** The addresses of everything that the page itself loads. */
export function assetsOf(page: string, scope: string): readonly string[] {
  const found = page.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g);
  return [...new Set([...found].map(([, address]) => new URL(address ?? "", scope).href))];
}
