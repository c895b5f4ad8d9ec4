/** Announcements for screen readers: the last sentence, polite or urgent. A repeated sentence is read out again. */
type Said = { readonly text: string; readonly count: number };

const said = $state<{ polite: Said; urgent: Said }>({ polite: { text: "", count: 0 }, urgent: { text: "", count: 0 } });

export function announce(text: string, urgent = false): void {
  const kind = urgent ? "urgent" : "polite";
  said[kind] = { text, count: said[kind].count + 1 };
}

export function announced(kind: "polite" | "urgent"): Said {
  return said[kind];
}
