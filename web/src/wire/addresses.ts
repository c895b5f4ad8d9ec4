/** Where the floor lives: under `/`, or under a path that the server wrote into the page. */
const BASE = document.querySelector<HTMLMetaElement>('meta[name="punto-base"]')?.content ?? "";

/** An address of the server, e.g. `addressOf("/api/me")`. */
export function addressOf(path: string): string {
  return `${BASE}${path}`;
}

export function socketAddress(): string {
  const url = new URL(addressOf("/ws"), location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}
