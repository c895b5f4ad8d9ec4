/**
 * Which table's roads the lobby previews: where a pointer rests, a finger presses, or the keyboard focus is.
 * The preview takes the other half of the screen, so that it never covers its own table.
 */
const RESTS_MS = 400;
const HELD_MS = 500;

export const preview = $state<{ at: string | null; isBelow: boolean }>({ at: null, isBelow: true });

export function endPreview(): void {
  preview.at = null;
}

const hasMoved = (event: PointerEvent) => event.movementX !== 0 || event.movementY !== 0;

export function previewsRoads(element: HTMLElement, table: string | null) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasHeld = false;

  const look = () => {
    if (table === null) return;
    const { top, bottom } = element.getBoundingClientRect();
    preview.at = table;
    preview.isBelow = (top + bottom) / 2 < innerHeight / 2;
  };
  const after = (ms: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };
  const away = () => {
    clearTimeout(timer);
    if (table !== null && preview.at === table) endPreview();
  };
  const on: { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void } = {
    // A pointer that has not moved asks for nothing: when the lobby opens under it, the browser still sends a move,
    // of length zero.
    pointermove: (event) =>
      event.pointerType === "mouse" && hasMoved(event) && preview.at !== table && after(RESTS_MS, look),
    pointerleave: (event) => (event.pointerType === "mouse" ? away() : clearTimeout(timer)),
    pointerdown: (event) => {
      wasHeld = false;
      if (event.pointerType === "mouse") return;
      endPreview();
      after(HELD_MS, () => {
        wasHeld = true;
        look();
      });
    },
    pointerup: (event) => event.pointerType !== "mouse" && clearTimeout(timer),
    pointercancel: () => clearTimeout(timer), // the finger scrolls
    contextmenu: (event) => wasHeld && event.preventDefault(),
    focusin: (event) => (event.target as HTMLElement).matches(":focus-visible") && look(),
    // Later, because the card itself may be going away; and not for a focus that stays inside.
    focusout: (event) => !element.contains(event.relatedTarget as Node | null) && after(0, away),
    keydown: (event) => event.key === "Escape" && away(),
  };
  const click = (event: MouseEvent) => {
    if (wasHeld) event.stopPropagation(); // a long press is no tap
    wasHeld = false;
  };
  const listeners = Object.entries(on) as [string, EventListener][];
  for (const [type, listener] of listeners) element.addEventListener(type, listener);
  element.addEventListener("click", click, { capture: true });
  return {
    update: (next: string | null) => (table = next),
    destroy: () => {
      away();
      for (const [type, listener] of listeners) element.removeEventListener(type, listener);
      element.removeEventListener("click", click, { capture: true });
    },
  };
}
