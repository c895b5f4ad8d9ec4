/** The lobby's tables keep their places while somebody is about to choose one: none moves from under a finger. */
const AFTER_A_MOVE_MS = 1_000;
const AFTER_A_PRESS_MS = 500; // the click comes after the finger is gone

export const handled = $state({ now: false });

/** On the list of tables: says whether a pointer moves over it or presses on it. */
export function isHandled(element: HTMLElement) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPressed = false;
  const until = (ms: number) => {
    clearTimeout(timer);
    handled.now = true;
    timer = setTimeout(() => (handled.now = false), ms);
  };
  const on: { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void } = {
    pointermove: () => !isPressed && until(AFTER_A_MOVE_MS),
    pointerdown: () => {
      isPressed = handled.now = true;
      clearTimeout(timer);
    },
  };
  const released = () => {
    if (!isPressed) return;
    isPressed = false;
    until(AFTER_A_PRESS_MS);
  };
  const listeners = Object.entries(on) as [string, EventListener][];
  for (const [type, listener] of listeners) element.addEventListener(type, listener);
  for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, released);
  return {
    destroy: () => {
      clearTimeout(timer);
      handled.now = false;
      for (const [type, listener] of listeners) element.removeEventListener(type, listener);
      for (const type of ["pointerup", "pointercancel"]) window.removeEventListener(type, released);
    },
  };
}
