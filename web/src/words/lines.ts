/**
 * When each line of a published bet decides, in every language: whole sentences by the English ones that the server
 * sends. A sentence of somebody's own book is not here and stays English.
 */
import type { LanguageId } from "./languages";

export type Lines = Readonly<Record<string, string>>;

export const LINES: Readonly<Record<LanguageId, () => Promise<Lines>>> = {
  en: () => Promise.resolve({}),
  "zh-hant": async () => (await import("./lines/zh-hant.json")).default,
  "zh-hans": async () => (await import("./lines/zh-hans.json")).default,
  ko: async () => (await import("./lines/ko.json")).default,
  ja: async () => (await import("./lines/ja.json")).default,
  es: async () => (await import("./lines/es.json")).default,
};
