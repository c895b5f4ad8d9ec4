/**
 * What the screen says, in the patron's language. English is always there; another language is loaded when chosen,
 * and until it has come, and where it is silent, English speaks. Holes are written {like this}.
 */
import type { TablePaused } from "../wire/protocol.generated";
import type { Entry } from "./english/entry";
import { english, type WordKey } from "./english/index";
import { fill, type Holes } from "./fill";
import { LANGUAGES, type LanguageId } from "./languages";

type Catalogue = Partial<Record<WordKey, Entry>>;

const spoken = $state<{ language: LanguageId; words: Catalogue }>({ language: "en", words: english });

export function language(): LanguageId {
  return spoken.language;
}

export async function speak(id: LanguageId): Promise<void> {
  const words: Catalogue = id === "en" ? english : await LANGUAGES[id].load();
  spoken.words = words;
  spoken.language = id;
  document.documentElement.lang = LANGUAGES[id].tag;
}

export function say(key: WordKey, holes: Holes = {}): string {
  return fill(spoken.words[key] ?? english[key], holes, LANGUAGES[spoken.language].tag);
}

export function isWordKey(key: string): key is WordKey {
  return key in english;
}

/** Words for a name that came from the server, when we have some; otherwise what the server itself calls it. */
export function sayNamed(prefix: string, name: string, otherwise: string): string {
  const key = `${prefix}.${name}`;
  return isWordKey(key) ? say(key) : otherwise;
}

export function betTitle(bet: string, title: string): string {
  return sayNamed("bet", bet, title);
}

export function bookTitle(book: string, title: string): string {
  return sayNamed("book", book, title);
}

/** Why a table is paused, a round taken back or a shoe given up. A reason without words does not compile. */
export function reasonWords(reason: TablePaused["reason"]): string {
  return say(`reason.${reason}`);
}

/** Who decided, by role alone. */
export function roleWords(role: string): string {
  return sayNamed("role", role, say("role.staff"));
}

/** Why play is over for now. */
export function overWords(reason: string): string {
  return sayNamed("over", reason, refusalWords(reason));
}

/** The words for a refusal; a name that nobody has words for is shown as it is, never as an empty line. */
export function refusalWords(refusal: string, holes: Holes = {}): string {
  const key = `refusal.${refusal}`;
  return isWordKey(key) ? say(key, holes) : refusal.replaceAll("_", " ");
}
