/** An instant as the reader writes it: day and time, short. */
import { LANGUAGES } from "../words/languages";
import { language } from "../words/say.svelte";

export function dateTime(at: number): string {
  return new Intl.DateTimeFormat(LANGUAGES[language()].tag, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

export function timeOfDay(at: number): string {
  return new Intl.DateTimeFormat(LANGUAGES[language()].tag, { timeStyle: "medium" }).format(at);
}
