/** Arrow keys on the felt: from one field to the nearest in that direction. */
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const ACROSS = 3; // a step sideways costs this much more than a step ahead

/** Whether the key was handled. */
export function nextField(event: KeyboardEvent): boolean {
  const direction = DIRECTIONS[event.key];
  const here = (event.target as HTMLElement).closest<HTMLElement>("[data-bet]");
  if (!direction || !here) return false;
  const fields = document.querySelectorAll<HTMLElement>(
    `[data-place="${CSS.escape(here.dataset["place"] ?? "")}"][data-bet]`,
  );
  const from = middle(here);
  let best: HTMLElement | null = null;
  let bestDistance = Infinity;
  for (const field of fields) {
    if (field === here) continue;
    const [x, y] = middle(field);
    const ahead = (x - from[0]) * direction[0] + (y - from[1]) * direction[1];
    const aside = Math.abs((x - from[0]) * direction[1]) + Math.abs((y - from[1]) * direction[0]);
    if (ahead > 4 && ahead + aside * ACROSS < bestDistance) {
      best = field;
      bestDistance = ahead + aside * ACROSS;
    }
  }
  best?.focus();
  return true;
}

function middle(element: HTMLElement): readonly [number, number] {
  const rect = element.getBoundingClientRect();
  return [rect.left + rect.width / 2, rect.top + rect.height / 2];
}
