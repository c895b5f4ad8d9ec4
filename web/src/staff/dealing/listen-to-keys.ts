/** Every key at a dealer's console goes through the wedge buffer first, wherever the focus is. */
import { GAP_MS, WedgeBuffer, type Heard } from "./wedge";

export interface KeyHandlers {
  readonly scanned: (code: string) => void;
  /** a key that a person pressed; true: it was used */
  readonly pressed: (key: string) => boolean;
}

const FIELDS = "input, textarea";
const CONTROLS = "button, a, select, [role=radio]";

export function listenToKeys(handlers: KeyHandlers): () => void {
  const buffer = new WedgeBuffer();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const handle = (heard: Heard): void => {
    for (const key of heard.typed) giveToPerson(key, handlers);
    if (heard.scan !== null) handlers.scanned(heard.scan);
  };
  const down = (event: KeyboardEvent): void => {
    const isText = event.key.length === 1 || event.key === "Enter";
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === " " && controlInFocus()) return; // presses the control, and holds a button that wants it
    if (!isText) {
      handle(buffer.silence(event.timeStamp + GAP_MS));
      if (!event.repeat && handlers.pressed(event.key)) event.preventDefault();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    clearTimeout(timer);
    handle(buffer.press(event.key, event.timeStamp));
    timer = setTimeout(() => handle(buffer.silence(performance.now())), GAP_MS + 10);
  };
  addEventListener("keydown", down, { capture: true });
  return () => {
    clearTimeout(timer);
    removeEventListener("keydown", down, { capture: true });
  };
}

/** Whoever moves by keyboard presses the control in focus with Enter; after a touch nothing is in focus that way. */
function controlInFocus(): HTMLElement | null {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && focused.matches(CONTROLS) && focused.matches(":focus-visible")
    ? focused
    : null;
}

function giveToPerson(key: string, handlers: KeyHandlers): void {
  const focused = document.activeElement;
  if ((focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) && focused.matches(FIELDS)) {
    if (key === "Enter") focused.form?.requestSubmit();
    else typeInto(focused, key);
    return;
  }
  const control = key === "Enter" ? controlInFocus() : null;
  if (control) control.click();
  else handlers.pressed(key);
}

function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.type === "checkbox") return;
  if (field.maxLength >= 0 && field.value.length >= field.maxLength) return;
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, data: text, inputType: "insertText" }));
}
