/** An entry of a catalogue: one text, or singular and plural. */
export type Plural = { readonly one: string; readonly other: string };
export type Entry = string | Plural;
