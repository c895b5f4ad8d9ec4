/** How many things wait on a page, shown in the navigation. The page that knows says so. */
class Badges {
  #counts = $state.raw<Readonly<Record<string, number>>>({});

  of(page: string): number {
    return this.#counts[page] ?? 0;
  }

  show(page: string, count: number): void {
    if (this.of(page) !== count) this.#counts = { ...this.#counts, [page]: count };
  }
}

export const badges = new Badges();
