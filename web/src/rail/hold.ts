/** A button that does one thing when tapped and another when held. */
export interface HoldHandlers {
  readonly ms: number;
  readonly tapped: () => void;
  readonly held: () => void;
  readonly holding: (isHolding: boolean) => void;
}

export function hold(element: HTMLElement, handlers: HoldHandlers) {
  let current = handlers;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasHeld = false;

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    begin();
  };
  const begin = () => {
    clearTimeout(timer);
    wasHeld = false;
    current.holding(true);
    timer = setTimeout(() => {
      wasHeld = true;
      current.holding(false);
      current.held();
    }, current.ms);
  };
  const end = () => {
    clearTimeout(timer);
    current.holding(false);
  };
  const click = () => {
    end();
    if (!wasHeld) current.tapped();
    wasHeld = false;
  };
  const keyDown = (event: KeyboardEvent) => {
    if ((event.key === "Enter" || event.key === " ") && !event.repeat) begin();
    if (event.key === "Enter") event.preventDefault(); // Enter acts on key up, so that it can be held too
  };
  const keyUp = (event: KeyboardEvent) => {
    if (event.key === "Enter") click();
  };
  const stay = (event: Event) => event.preventDefault();

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointerleave", end);
  element.addEventListener("pointercancel", end);
  element.addEventListener("click", click);
  element.addEventListener("keydown", keyDown);
  element.addEventListener("keyup", keyUp);
  element.addEventListener("contextmenu", stay);
  return {
    update: (next: HoldHandlers) => (current = next),
    destroy: () => {
      clearTimeout(timer);
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointerleave", end);
      element.removeEventListener("pointercancel", end);
      element.removeEventListener("click", click);
      element.removeEventListener("keydown", keyDown);
      element.removeEventListener("keyup", keyUp);
      element.removeEventListener("contextmenu", stay);
    },
  };
}
