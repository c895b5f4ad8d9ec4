/** Focus stays in an element while it is shown, whatever disappears in it, and then returns to where it was. */
export function keepsFocus(frame: HTMLElement) {
  const before = document.activeElement;
  frame.focus({ preventScroll: true });
  const watch = new MutationObserver(() => {
    if (document.activeElement === document.body) frame.focus({ preventScroll: true });
  });
  watch.observe(frame, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  return {
    destroy(): void {
      watch.disconnect();
      setTimeout(() => returnFocus(before));
    },
  };
}

/** A control that is gone or off by now cannot take it: then the table does. */
function returnFocus(to: Element | null): void {
  if (document.activeElement !== document.body) return;
  if (to instanceof HTMLElement) to.focus({ preventScroll: true });
  if (document.activeElement !== document.body) return;
  const table = document.querySelector<HTMLElement>("main");
  if (!table) return;
  if (!table.hasAttribute("tabindex")) table.tabIndex = -1;
  table.focus({ preventScroll: true });
}
