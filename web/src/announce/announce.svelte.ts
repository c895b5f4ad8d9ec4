/**
 * What a screen reader is told. Every sentence is a line of its own in a live region, in the order in which it was said,
 * so that none replaces another before it has been read. A topic has one line only: of a sum that changes with every
 * tap, nobody wants to hear the sums before.
 */
export interface Line {
  readonly id: number;
  readonly text: string;
  readonly topic: string | null;
}

type Kind = "polite" | "urgent";

const KEPT = 16; // lines: a whole round, for a reader who goes back

const lines = $state<Record<Kind, readonly Line[]>>({ polite: [], urgent: [] });
let count = 0;

export function announce(text: string, { isUrgent = false, topic = null as string | null } = {}): void {
  if (text === "") return;
  const kind = isUrgent ? "urgent" : "polite";
  const before = lines[kind].filter((line) => topic === null || line.topic !== topic);
  lines[kind] = [...before, { id: ++count, text, topic }].slice(-KEPT);
}

export function announced(kind: Kind): readonly Line[] {
  return lines[kind];
}
