/** Dates and times in the patron's language. */
import { LANGUAGES } from "../words/languages";
import { language } from "../words/say.svelte";

export function dateTime(at: number): string {
  return new Intl.DateTimeFormat(LANGUAGES[language()].tag, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** When the day of this instant began where the patron is. */
export function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
