/**
 * The browser's Back closes a panel before it leaves a table. An open panel has an entry of its own in the history; a
 * panel that was closed otherwise leaves its entry behind, which the next Back skips and the next panel uses again. Going
 * to another address is told like Back; only Back stays at the panel's address.
 */
type Entry = { readonly panel: true } | null;

export class BackCloses {
  #isAtPanel = false; // whether the present entry belongs to a panel, open or not
  #openedAt = "";

  constructor(
    private readonly isOpen: () => boolean,
    private readonly close: () => void,
    private readonly page: Pick<Window, "history" | "location" | "addEventListener"> = window,
  ) {
    page.addEventListener("popstate", (event) => this.#moved(event.state as Entry));
    page.addEventListener("hashchange", () => (this.#isAtPanel = isPanel(page.history.state as Entry)));
  }

  opened(): void {
    if (this.#isAtPanel) return;
    this.page.history.pushState({ panel: true }, "");
    this.#isAtPanel = true;
    this.#openedAt = this.page.location.href;
  }

  #moved(entry: Entry): void {
    const cameFromPanel = this.#isAtPanel && !isPanel(entry) && this.page.location.href === this.#openedAt;
    this.#isAtPanel = isPanel(entry);
    if (this.isOpen()) this.close();
    else if (cameFromPanel) this.page.history.back();
  }
}

function isPanel(entry: Entry): boolean {
  return entry?.panel === true;
}
