/**
 * What the screen says, in the patron's language. English is always loaded, but for what a panel brings along; other
 * languages are loaded when chosen. Until then, and for missing entries, the text is English. Placeholders are written {like this}.
 */
import type { TablePaused } from "../wire/protocol.generated";
import type { Entry } from "./english/entry";
import { english, type WordKey } from "./english/index";
import { fill, type Values } from "./fill";
import { LANGUAGES, type LanguageId } from "./languages";

type Catalogue = Partial<Record<WordKey, Entry>>;

const inEnglish: Catalogue = { ...english };

const spoken = $state<{ language: LanguageId; words: Catalogue }>({ language: "en", words: inEnglish });

export function language(): LanguageId {
  return spoken.language;
}

/** The English of a panel, before it is opened. */
export function learn(words: Catalogue): void {
  Object.assign(inEnglish, words);
}

export async function speak(id: LanguageId): Promise<void> {
  const words: Catalogue = id === "en" ? inEnglish : await LANGUAGES[id].load();
  spoken.words = words;
  spoken.language = id;
  document.documentElement.lang = LANGUAGES[id].tag;
}

export function say(key: WordKey, values: Values = {}): string {
  return fill(spoken.words[key] ?? inEnglish[key] ?? key, values, LANGUAGES[spoken.language].tag);
}

export function isWordKey(key: string): key is WordKey {
  return key in inEnglish;
}

/** Our words for a name from the server, or the server's own title if we have none. */
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

/** For tiles, where there is little room. */
export function shortBookTitle(book: string, title: string): string {
  return sayNamed("book_short", book, bookTitle(book, title));
}

/** Why a table is paused, a round reversed or a shoe abandoned. A reason without words does not compile. */
export function reasonWords(reason: TablePaused["reason"]): string {
  return say(`reason.${reason}`);
}

/** Who decided, by role only. */
export function roleWords(role: string): string {
  return sayNamed("role", role, say("role.staff"));
}

/** Why the patron cannot bet at the moment. */
export function overWords(reason: string): string {
  return sayNamed("over", reason, refusalWords(reason));
}

/** The words for a refusal; one without words is shown by its name. */
export function refusalWords(refusal: string, values: Values = {}): string {
  const key = `refusal.${refusal}`;
  return isWordKey(key) ? say(key, values) : refusal.replaceAll("_", " ");
}
