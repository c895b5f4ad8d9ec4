/** What a screen reader is told: the last sentence, polite or urgent. Saying the same thing twice is heard twice. */
type Said = { readonly text: string; readonly count: number };

const said = $state<{ polite: Said; urgent: Said }>({ polite: { text: "", count: 0 }, urgent: { text: "", count: 0 } });

export function announce(text: string, urgent = false): void {
  const kind = urgent ? "urgent" : "polite";
  said[kind] = { text, count: said[kind].count + 1 };
}

export function announced(kind: "polite" | "urgent"): Said {
  return said[kind];
}
