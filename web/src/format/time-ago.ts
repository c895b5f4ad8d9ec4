/** How long ago something was, in the patron's language: "6 minutes ago". */
import { settings } from "../settings/settings.svelte";
import { LANGUAGES } from "../words/languages";

const MINUTE_MS = 60_000;
const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ["day", 24 * 60 * MINUTE_MS],
  ["hour", 60 * MINUTE_MS],
  ["minute", MINUTE_MS],
];

export function timeAgo(then: number, now: number): string {
  const passed = Math.max(0, now - then);
  const [unit, ms] = STEPS.find(([, each]) => passed >= each) ?? ["minute", MINUTE_MS];
  const format = new Intl.RelativeTimeFormat(LANGUAGES[settings.language].tag, { numeric: "always" });
  return format.format(-Math.floor(passed / ms), unit);
}
