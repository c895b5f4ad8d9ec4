/**
 * A small table that was tapped grows into the stage, and the stage goes back into the small table. Elements that stand
 * for a table say so by `data-grows`; the one that opens takes over from the one that was seen last. Movement only.
 */
import { CURVE, duration, motionOf } from "../screen/motion";
import { settings } from "../settings/settings.svelte";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const FORGOTTEN_AFTER_MS = 2_000; // a table that opens later has other reasons
let seen: { readonly place: string; readonly box: Box; readonly at: number } | null = null;

/** A listener for every click: which small table it opens is known before the screen changes. */
export function noteSmallTable(event: Event): void {
  const small = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-grows]") : null;
  if (small?.dataset["grows"]) noteTable(small.dataset["grows"], small.getBoundingClientRect());
}

export function noteTable(place: string, box: Box): void {
  seen = { place, box, at: performance.now() };
}

/** An action: where the same table was seen a moment ago, the element comes from there. */
export function growsFrom(element: HTMLElement, place: string): void {
  const from = taken(place);
  if (!from || motionOf(settings.motion) === "still") return;
  const to = element.getBoundingClientRect();
  if (to.width === 0 || to.height === 0) return;
  const start = { transform: wayBetween(from, to), transformOrigin: "0 0", opacity: 0.35, zIndex: 2 };
  const end = { transform: "none", transformOrigin: "0 0", opacity: 1, zIndex: 2 };
  const ms = duration("tableIn", settings.motion);
  element.dataset["growing"] = ""; // whatever would clip it lets it pass
  const { finished } = element.animate([start, end], { duration: ms, easing: CURVE.chip });
  void finished.catch(() => undefined).then(() => delete element.dataset["growing"]);
}

function taken(place: string): Box | null {
  const last = seen;
  if (last?.place !== place) return null;
  seen = null;
  return performance.now() - last.at < FORGOTTEN_AFTER_MS ? last.box : null;
}

/** As wide as where it comes from and middle on middle: proportions stay, so nothing looks squeezed. */
export function wayBetween(from: Box, to: Box): string {
  const scale = from.width / to.width;
  const x = from.left - to.left;
  const y = from.top + from.height / 2 - (to.top + (to.height * scale) / 2);
  return `translate(${Math.round(x)}px, ${Math.round(y)}px) scale(${Number(scale.toFixed(4))})`;
}
