/** One sentence of a catalogue: a text, or two of them where it depends on a count. */
export type Plural = { readonly one: string; readonly other: string };
export type Entry = string | Plural;
