/**
 * The browser's Back closes a panel before it leaves a table. An open panel has an entry of its own in the history; a
 * panel that was closed otherwise leaves its entry behind, which the next Back skips and the next panel uses again.
 */
type Entry = { readonly panel: true } | null;

export class BackCloses {
  #isAtPanel = false; // whether the present entry belongs to a panel, open or not

  constructor(
    private readonly isOpen: () => boolean,
    private readonly close: () => void,
    private readonly page: Pick<Window, "history" | "addEventListener"> = window,
  ) {
    page.addEventListener("popstate", (event) => this.#moved(event.state as Entry));
    page.addEventListener("hashchange", () => (this.#isAtPanel = isPanel(page.history.state as Entry)));
  }

  opened(): void {
    if (this.#isAtPanel) return;
    this.page.history.pushState({ panel: true }, "");
    this.#isAtPanel = true;
  }

  #moved(entry: Entry): void {
    const cameFromPanel = this.#isAtPanel && !isPanel(entry);
    this.#isAtPanel = isPanel(entry);
    if (this.isOpen()) this.close();
    else if (cameFromPanel) this.page.history.back();
  }
}

function isPanel(entry: Entry): boolean {
  return entry?.panel === true;
}
