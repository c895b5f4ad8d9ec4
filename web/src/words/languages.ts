/** The six languages, each with its flag, its own name and its catalogue. In the rules, English prevails. */
import type { Translation } from "./english/index";

export type Country = "gb" | "hk" | "cn" | "kr" | "jp" | "es";

export type LanguageId = "en" | "zh-hant" | "zh-hans" | "ko" | "ja" | "es";

type Language = {
  readonly tag: string;
  readonly name: string;
  readonly flag: Country;
  readonly region: string; // as the server stores it
  readonly load: () => Promise<Translation | Record<string, never>>;
};

export const LANGUAGES: Readonly<Record<LanguageId, Language>> = {
  en: { tag: "en", name: "English", flag: "gb", region: "en", load: () => Promise.resolve({}) },
  "zh-hant": {
    tag: "zh-Hant",
    name: "繁體中文",
    flag: "hk",
    region: "zh-TW",
    load: async () => (await import("./zh-hant/index")).words,
  },
  "zh-hans": {
    tag: "zh-Hans",
    name: "简体中文",
    flag: "cn",
    region: "zh-CN",
    load: async () => (await import("./zh-hans/index")).words,
  },
  ko: { tag: "ko", name: "한국어", flag: "kr", region: "ko", load: async () => (await import("./ko/index")).words },
  ja: { tag: "ja", name: "日本語", flag: "jp", region: "ja", load: async () => (await import("./ja/index")).words },
  es: { tag: "es", name: "Español", flag: "es", region: "es", load: async () => (await import("./es/index")).words },
};

export const LANGUAGE_IDS = Object.keys(LANGUAGES) as LanguageId[];

/** The browser's preferred language; Chinese by script or, without one, by region. */
export function preferredLanguage(tags: readonly string[]): LanguageId {
  for (const tag of tags) {
    const lower = tag.toLowerCase();
    if (lower.startsWith("zh")) return /hant|tw|hk|mo/.test(lower) ? "zh-hant" : "zh-hans";
    const found = LANGUAGE_IDS.find((id) => lower === id || lower.startsWith(`${id}-`));
    if (found) return found;
  }
  return "en";
}
