/**
 * Fingers, mouse or pen on a card. One finger takes an edge or a corner, or takes up a resting card from anywhere; two
 * bend two corners or twist the card; and while one holds the bend, another may cover what it likes.
 */
import type { Grip, Point, Size } from "./fold";
import { speedOf, type Moved } from "./rest";
import { gripAt, gripPulled } from "./seen";
import { cornerAt, pairOf, twistOf, type CornerMoved, type Finger, type Pair } from "./two-fingers";

const DECIDES_AFTER = 6; // pixels: in the middle of a card the direction of the pull says which edge is meant
const TAP_MOVES = 6;
const DOUBLE_TAP_MS = 320;
const MOVES_KEPT = 12;

export interface FingerAnswers {
  readonly size: () => Size; // of the card as it lies
  readonly scale: () => number; // screen pixels per pixel of the card
  readonly canPull: () => boolean;
  readonly resting: () => Point | null; // how far a half-peeled card is bent
  readonly isFace: (at: Point) => boolean; // turned up there
  readonly pulled: (grip: Grip, moved: Point) => void;
  readonly pulledOn: (from: Point, by: Point) => boolean; // false: it is flat again
  readonly corners: (one: CornerMoved, other: CornerMoved) => void;
  readonly twisted: (angle: number, isOver: boolean) => void;
  readonly covered: (at: Point) => void;
  readonly released: (speed: Point) => void;
  readonly tappedTwice: () => void;
}

interface Held extends Finger {
  readonly id: number;
  start: Point;
  now: Point;
  grip: Grip | null;
  from: Point | null; // a resting card is pulled on from here
  moved: number;
}

export function finger(element: HTMLElement, answers: FingerAnswers) {
  let first: Held | null = null;
  let second: (Held & { role: Pair | "covers" | null }) | null = null;
  let moves: Moved[] = [];
  let tappedAt = -Infinity;
  let scale = 1; // as it was when the card was taken: a twisted card's box is larger

  function place(event: PointerEvent): Point {
    const box = element.getBoundingClientRect();
    const size = answers.size();
    const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    return {
      x: (event.clientX - middle.x) / scale + size.width / 2,
      y: (event.clientY - middle.y) / scale + size.height / 2,
    };
  }

  function down(event: PointerEvent): void {
    const isCover = event.pointerType === "mouse" && event.button === 2;
    if ((event.pointerType === "mouse" && event.button > 0 && !isCover) || !answers.canPull()) return;
    if (!first) scale = answers.scale();
    const at = place(event);
    if (isCover) {
      if (answers.isFace(at)) answers.covered(at);
      return;
    }
    if (first && second) return;
    element.setPointerCapture(event.pointerId);
    const held = { id: event.pointerId, start: at, now: at, grip: null, from: null, moved: 0 };
    if (first) {
      second = { ...held, role: answers.isFace(at) ? "covers" : null };
      if (second.role === "covers") answers.covered(at);
      return;
    }
    moves = [];
    first = { ...held, from: answers.resting(), grip: gripAt(answers.size(), at) };
  }

  function move(event: PointerEvent): void {
    const held = event.pointerId === first?.id ? first : event.pointerId === second?.id ? second : null;
    if (!held || !first) return;
    held.now = place(event);
    held.moved = Math.max(held.moved, Math.hypot(held.now.x - held.start.x, held.now.y - held.start.y));
    if (!answers.canPull()) return;
    if (second && held === second && second.role === "covers") answers.covered(second.now);
    else if (second && second.role !== "covers") moveBoth(first, second);
    else if (held === first) moveOne(event, first);
  }

  function moveBoth(one: Held, other: Held & { role: Pair | "covers" | null }): void {
    other.role ??= pairOf(one, other);
    if (other.role === "twists") answers.twisted(twistOf(one, other), false);
    if (other.role === "bends") answers.corners(cornerOf(one), cornerOf(other));
  }

  function cornerOf({ start, now }: Held): CornerMoved {
    return { grip: cornerAt(answers.size(), start), moved: { x: now.x - start.x, y: now.y - start.y } };
  }

  function moveOne(event: PointerEvent, held: Held): void {
    moves = [...moves.slice(-MOVES_KEPT), { at: event.timeStamp, place: held.now }];
    const moved = { x: held.now.x - held.start.x, y: held.now.y - held.start.y };
    if (held.from) {
      if (held.moved < DECIDES_AFTER || answers.pulledOn(held.from, moved)) return;
      [held.from, held.start, held.grip, held.moved] = [null, held.now, null, TAP_MOVES]; // flat: any edge may be next
      return;
    }
    if (held.grip === null) {
      if (Math.hypot(moved.x, moved.y) < DECIDES_AFTER) return;
      held.grip = gripPulled(moved);
    }
    answers.pulled(held.grip, moved);
  }

  function up(event: PointerEvent): void {
    if (event.pointerId === second?.id) {
      if (second.role === "covers") second = null;
      else endBoth();
      return;
    }
    if (!first || event.pointerId !== first.id) return;
    if (second && second.role !== "covers") return endBoth();
    const wasTap = first.moved < TAP_MOVES && event.type === "pointerup";
    first = second = null;
    answers.released(speedOf(moves, event.timeStamp, answers.size()));
    if (!wasTap) return;
    if (event.timeStamp - tappedAt < DOUBLE_TAP_MS) answers.tappedTwice();
    tappedAt = event.timeStamp;
  }

  /** Neither finger goes on alone: what it would mean is not what was meant. */
  function endBoth(): void {
    const role = second?.role;
    if (role === "twists" && first && second) answers.twisted(twistOf(first, second), true);
    else answers.released({ x: 0, y: 0 });
    first = second = null;
  }

  const noMenu = (event: Event): void => event.preventDefault();
  const listeners: readonly [string, (event: never) => void][] = [
    ["pointerdown", down],
    ["pointermove", move],
    ["pointerup", up],
    ["pointercancel", up],
    ["contextmenu", noMenu],
  ];
  for (const [name, listener] of listeners) element.addEventListener(name, listener as EventListener);
  return {
    destroy(): void {
      for (const [name, listener] of listeners) element.removeEventListener(name, listener as EventListener);
    },
  };
}
