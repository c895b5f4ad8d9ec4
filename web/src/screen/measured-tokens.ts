/** The colours of the client's style sheets as values, for tests that measure what can be read on what. */
import chosen from "./cloth-tokens.css?raw";
import byDay from "./day-tokens.css?raw";
import always from "./tokens.css?raw";

const COMMENTS = /\/\*.*?\*\//gs;
export const RULES = [
  ...`${always}\n${byDay}\n${chosen}`.replaceAll(COMMENTS, "").matchAll(/([^{}]+)\{([^}]*)\}/g),
].map(([, selectors = "", body = ""]) => ({
  selectors: selectors.split(",").map((each) => each.trim()),
  tokens: [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value] as const),
}));

export type Tokens = Readonly<Record<string, string | undefined>>;

/** What holds where all these selectors match, later rules over earlier ones. */
export function tokens(...matching: string[]): Tokens {
  const rules = matching.flatMap((one) => RULES.filter((rule) => rule.selectors.includes(one)));
  return Object.fromEntries(rules.flatMap((rule) => rule.tokens));
}

/** By WCAG: 4.5 for print, 3 for edges and large figures. */
export function contrast(of: Tokens, ink: string, ground: string): number {
  const value = (name: string): string => {
    const found = of[name] ?? "";
    const other = /^var\(--([\w-]+)\)$/.exec(found)?.[1];
    return other ? value(other) : found;
  };
  const [light = 0, dark = 0] = [luminance(value(ink)), luminance(value(ground))].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
