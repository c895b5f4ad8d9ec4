/** Where in the consoles we are: `/staff/patrons/a1b2` is page "patrons", rest ["a1b2"]. The page never reloads. */
import { addressOf } from "../../wire/addresses";

const ROOT = addressOf("/staff");

function parts(): readonly string[] {
  const path = location.pathname.startsWith(ROOT) ? location.pathname.slice(ROOT.length) : "";
  return path.split("/").filter(Boolean).map(decodeURIComponent);
}

class Place {
  #parts = $state.raw(parts());
  page = $derived(this.#parts[0] ?? "");
  rest = $derived(this.#parts.slice(1));

  constructor() {
    addEventListener("popstate", () => (this.#parts = parts()));
  }

  addressOf(page: string, ...rest: readonly string[]): string {
    return [ROOT, page, ...rest.map(encodeURIComponent)].join("/");
  }

  /** `go("patrons", "a1b2")`. */
  go(page: string, ...rest: readonly string[]): void {
    history.pushState(null, "", this.addressOf(page, ...rest));
    this.#parts = parts();
  }
}

export const place = new Place();
