/** A sentence with holes, and the values that go into them. Which of two forms is right, `Intl` knows. */
import type { Entry, Plural } from "./english/entry";

export type Holes = Readonly<Record<string, string | number>>;

export function fill(entry: Entry, holes: Holes, tag: string): string {
  const text = typeof entry === "string" ? entry : chosenForm(entry, Number(holes["count"] ?? 0), tag);
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = holes[name];
    return value === undefined ? hole : typeof value === "number" ? value.toLocaleString(tag) : value;
  });
}

function chosenForm(entry: Plural, count: number, tag: string): string {
  return pluralRules(tag).select(count) === "one" ? entry.one : entry.other;
}

const known = new Map<string, Intl.PluralRules>(); // a lobby asks a hundred times a second

function pluralRules(tag: string): Intl.PluralRules {
  const rules = known.get(tag) ?? new Intl.PluralRules(tag);
  known.set(tag, rules);
  return rules;
}
