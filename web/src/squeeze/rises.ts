/** A card rises from its own place on the cloth to where it is squeezed. */
import { CURVE, motionOf } from "../screen/motion";
import { settings } from "../settings/settings.svelte";

const RISES_MS = 360;
const APART_MS = 80;

export interface Rising {
  readonly from: string; // anchor of its place; empty, or without one: it fades in
  readonly after: number; // how many rise before it
}

export function rises(element: HTMLElement, { from, after }: Rising): void {
  if (motionOf(settings.motion) === "still") return;
  const [start, end] = [placeOf(from), element.getBoundingClientRect()];
  if (end.width === 0) return; // the hand's other card, where there is room for one only
  const fade: Keyframe[] = [{ opacity: 0 }, { opacity: 1 }];
  const way = start
    ? [
        {
          transform: `translate(${middle(start).x - middle(end).x}px, ${middle(start).y - middle(end).y}px) scale(${start.width / end.width})`,
          transformOrigin: "center",
        },
        { transform: "none", transformOrigin: "center" },
      ]
    : fade;
  element.animate(way, { duration: RISES_MS, delay: after * APART_MS, easing: CURVE.card, fill: "backwards" });
}

function middle(box: DOMRect): { x: number; y: number } {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** The card itself, where its place has no height of its own. */
function placeOf(anchor: string): DOMRect | null {
  const place = document.querySelector(`[data-anchor="${CSS.escape(anchor)}"]`);
  const boxes = [place, place?.firstElementChild].flatMap((element) => element?.getBoundingClientRect() ?? []);
  return boxes.find((box) => box.width > 0 && box.height > 0) ?? null;
}
