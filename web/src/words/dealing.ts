/**
 * How published books are dealt, in every language: whole paragraphs by the English ones of the server's help page. A
 * paragraph of somebody's own book is not here and stays English.
 */
import type { LanguageId } from "./languages";
import type { Lines } from "./lines";

export const DEALING: Readonly<Record<LanguageId, () => Promise<Lines>>> = {
  en: () => Promise.resolve({}),
  "zh-hant": async () => (await import("./dealing/zh-hant.json")).default,
  "zh-hans": async () => (await import("./dealing/zh-hans.json")).default,
  ko: async () => (await import("./dealing/ko.json")).default,
  ja: async () => (await import("./dealing/ja.json")).default,
  es: async () => (await import("./dealing/es.json")).default,
};

/** The headings and paragraphs of a help page, those without words marked as English. */
export function saidIn(page: string, said: Lines): string {
  return page.replace(/<(p|h2)>([^<]*)(?=<)/g, (_whole, tag: string, english: string) => {
    const found = said[english];
    return found ? `<${tag}>${found}` : `<${tag} lang="en">${english}`;
  });
}
