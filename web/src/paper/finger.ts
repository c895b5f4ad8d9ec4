/** A finger, mouse or pen on a card: which grip it took, how far it moved, and double taps. */
import type { Grip, Point, Size } from "./fold";
import { gripAt, gripPulled } from "./seen";

const DECIDES_AFTER = 6; // pixels: in the middle of a card the direction of the pull says which edge is meant
const TAP_MOVES = 6;
const DOUBLE_TAP_MS = 320;

export interface FingerAnswers {
  readonly size: () => Size; // of the card as it lies
  readonly scale: () => number; // screen pixels per pixel of the card
  readonly canPull: () => boolean;
  readonly pulled: (grip: Grip, moved: Point) => void;
  readonly released: () => void;
  readonly tappedTwice: () => void;
}

export function finger(element: HTMLElement, answers: FingerAnswers) {
  let holding: { readonly id: number; readonly start: Point; grip: Grip | null; moved: number } | null = null;
  let tappedAt = -Infinity;

  function place(event: PointerEvent): Point {
    const box = element.getBoundingClientRect();
    const scale = answers.scale();
    return { x: (event.clientX - box.left) / scale, y: (event.clientY - box.top) / scale };
  }

  function down(event: PointerEvent): void {
    if (holding || (event.pointerType === "mouse" && event.button !== 0) || !answers.canPull()) return;
    element.setPointerCapture(event.pointerId);
    const start = place(event);
    holding = { id: event.pointerId, start, grip: gripAt(answers.size(), start), moved: 0 };
  }

  function move(event: PointerEvent): void {
    if (!holding || event.pointerId !== holding.id) return;
    const at = place(event);
    const moved = { x: at.x - holding.start.x, y: at.y - holding.start.y };
    holding.moved = Math.max(holding.moved, Math.hypot(moved.x, moved.y));
    if (holding.grip === null) {
      if (holding.moved < DECIDES_AFTER) return;
      holding.grip = gripPulled(moved);
    }
    if (answers.canPull()) answers.pulled(holding.grip, moved);
  }

  function up(event: PointerEvent): void {
    if (!holding || event.pointerId !== holding.id) return;
    const wasTap = holding.moved < TAP_MOVES && event.type === "pointerup";
    holding = null;
    answers.released();
    if (!wasTap) return;
    if (event.timeStamp - tappedAt < DOUBLE_TAP_MS) answers.tappedTwice();
    tappedAt = event.timeStamp;
  }

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  return {
    destroy(): void {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
    },
  };
}
