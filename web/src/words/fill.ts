/** Fills the placeholders of a sentence. `Intl` chooses between singular and plural. */
import type { Entry, Plural } from "./english/entry";

export type Values = Readonly<Record<string, string | number>>;

export function fill(entry: Entry, values: Values, tag: string): string {
  const text = typeof entry === "string" ? entry : pluralForm(entry, Number(values["count"] ?? 0), tag);
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : typeof value === "number" ? value.toLocaleString(tag) : value;
  });
}

function pluralForm(entry: Plural, count: number, tag: string): string {
  return pluralRules(tag).select(count) === "one" ? entry.one : entry.other;
}

const rulesByTag = new Map<string, Intl.PluralRules>(); // the lobby asks a hundred times a second

function pluralRules(tag: string): Intl.PluralRules {
  const rules = rulesByTag.get(tag) ?? new Intl.PluralRules(tag);
  rulesByTag.set(tag, rules);
  return rules;
}
