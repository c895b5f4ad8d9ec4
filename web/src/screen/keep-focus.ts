/**
 * Focus never falls to the page's body. What had it may be removed, disabled or covered; then it goes to the dialog
 * around it, to what had it before, or to the heading of the screen.
 */
type Focusable = HTMLElement | SVGElement;

const REMEMBERED = 8;
const SURROUNDS = "dialog, [role=dialog], [role=alertdialog], [data-squeeze]";
const TYPED_INTO = "input, textarea, select"; // would bring up a phone's keyboard

class FocusKeeper {
  #before: Focusable[] = []; // the latest first
  #around: Focusable[] = []; // the latest's dialogs, the innermost first
  #isAsked = false;

  constructor(private readonly page: Document) {}

  note(element: EventTarget | null): void {
    if (!isFocusable(element) || element === this.page.body) return;
    this.#before = [element, ...this.#before.filter((each) => each !== element)].slice(0, REMEMBERED);
    this.#around = [];
    for (let at = element.closest(SURROUNDS); at; at = at.parentElement?.closest(SURROUNDS) ?? null)
      if (isFocusable(at)) this.#around.push(at);
  }

  /** Once the browser has settled what a change of the page does to the focus, and whoever wanted it has taken it. */
  pageChanged(): void {
    const latest = this.#before[0];
    if (this.#isAsked || latest === undefined || isUsable(latest)) return;
    this.#isAsked = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        this.#isAsked = false;
        this.#land();
      }),
    );
  }

  #land(): void {
    const now = this.page.activeElement;
    if (isFocusable(now) && now !== this.page.body && isUsable(now)) return;
    const heading = this.page.querySelector<HTMLElement>("main h1") ?? this.page.querySelector<HTMLElement>("main");
    const earlier = this.#before.filter((each) => !each.matches(TYPED_INTO));
    for (const target of [...this.#around, ...earlier, heading]) if (target && this.#takes(target)) return;
  }

  #takes(target: Focusable): boolean {
    if (!isUsable(target)) return false;
    if (!target.hasAttribute("tabindex") && target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
    return this.page.activeElement === target;
  }
}

function isFocusable(element: EventTarget | null): element is Focusable {
  return element instanceof HTMLElement || element instanceof SVGElement;
}

function isUsable(element: Focusable): boolean {
  return element.isConnected && !element.matches(":disabled") && element.closest("[inert]") === null;
}

export function keepFocus(page: Document = document): () => void {
  const keeper = new FocusKeeper(page);
  const noted = ({ target }: FocusEvent): void => keeper.note(target);
  const observer = new MutationObserver(() => keeper.pageChanged());
  page.addEventListener("focusin", noted);
  observer.observe(page.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled", "inert"],
  });
  return () => {
    page.removeEventListener("focusin", noted);
    observer.disconnect();
  };
}
