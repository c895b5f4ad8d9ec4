/** Dates and times in the patron's language. */
import { LANGUAGES } from "../words/languages";
import { language } from "../words/say.svelte";

export function dateTime(at: number): string {
  return new Intl.DateTimeFormat(LANGUAGES[language()].tag, { dateStyle: "medium", timeStyle: "short" }).format(at);
}
