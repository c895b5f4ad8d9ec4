/** The server's addresses: under `/`, or under a base path that the server writes into the page. */
const BASE = document.querySelector<HTMLMetaElement>('meta[name="punto-base"]')?.content ?? "";

/** For example `addressOf("/api/me")`. */
export function addressOf(path: string): string {
  return `${BASE}${path}`;
}

export function socketAddress(): string {
  const url = new URL(addressOf("/ws"), location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}
