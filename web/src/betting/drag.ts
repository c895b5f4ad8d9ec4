/** Dragging with mouse, pen or finger: starts after a few pixels, so that a tap stays a tap and a swipe a swipe. */
export interface DragHandlers {
  readonly begins: (x: number, y: number) => boolean; // false: there is nothing to drag
  readonly moves: (x: number, y: number) => void;
  readonly ends: (x: number, y: number) => void;
  readonly held?: (() => void) | undefined; // a long press
}

const BEGINS_AFTER_PX = 8;
const HELD_MS = 550;

export function drag(element: HTMLElement | SVGElement, handlers: DragHandlers) {
  let current = handlers;
  let start: { x: number; y: number; id: number } | null = null;
  let isDragging = false;
  let wasUsed = false; // the click after a drag or a long press is no tap
  let timer: ReturnType<typeof setTimeout> | undefined;

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    wasUsed = false;
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    if (current.held) {
      timer = setTimeout(() => {
        if (start && !isDragging) {
          wasUsed = true;
          current.held?.();
        }
      }, HELD_MS);
    }
  };
  const move = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.id) return;
    const isFar = Math.hypot(event.clientX - start.x, event.clientY - start.y) > BEGINS_AFTER_PX;
    if (isFar) clearTimeout(timer);
    if (!isDragging && isFar && !wasUsed) {
      isDragging = current.begins(start.x, start.y);
      if (!isDragging) start = null;
      else wasUsed = true;
    }
    if (isDragging) current.moves(event.clientX, event.clientY);
  };
  const up = (event: PointerEvent) => {
    if (start && event.pointerId !== start.id) return;
    if (isDragging) current.ends(event.clientX, event.clientY);
    release();
  };
  const cancel = () => {
    if (isDragging) current.ends(-1, -1);
    release();
  };
  const release = () => {
    clearTimeout(timer);
    isDragging = false;
    start = null;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", cancel);
  };
  const click = (event: MouseEvent) => {
    if (!wasUsed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wasUsed = false;
  };
  const menu = (event: Event) => {
    if (!current.held) return;
    event.preventDefault();
    clearTimeout(timer);
    if (!wasUsed) current.held();
  };

  const listens = element as HTMLElement; // both kinds have these events
  listens.addEventListener("pointerdown", down);
  listens.addEventListener("click", click, { capture: true });
  listens.addEventListener("contextmenu", menu);
  return {
    update: (next: DragHandlers) => (current = next),
    destroy: () => {
      release();
      listens.removeEventListener("pointerdown", down);
      listens.removeEventListener("click", click, { capture: true });
      listens.removeEventListener("contextmenu", menu);
    },
  };
}
