/** Whatever a patron chooses, print stays legible: the tokens of every cloth and back, measured. */
import { describe, expect, test } from "vitest";
import chosen from "../screen/cloth-tokens.css?raw";
import byDay from "../screen/day-tokens.css?raw";
import always from "../screen/tokens.css?raw";
import { BACKS, CLOTHS } from "./looks";

const COMMENTS = /\/\*.*?\*\//gs;
const RULES = [...`${always}\n${byDay}\n${chosen}`.replaceAll(COMMENTS, "").matchAll(/([^{}]+)\{([^}]*)\}/g)].map(
  ([, selectors = "", body = ""]) => ({
    selectors: selectors.split(",").map((each) => each.trim()),
    tokens: [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value] as const),
  }),
);
const BOOKS = [...chosen.matchAll(/\[data-book="([\w-]+)"\]/g)].map(([, book = ""]) => book);

type Tokens = Readonly<Record<string, string | undefined>>;

/** What holds where all these selectors match, later rules over earlier ones. */
function tokens(...matching: string[]): Tokens {
  const rules = matching.flatMap((one) => RULES.filter((rule) => rule.selectors.includes(one)));
  return Object.fromEntries(rules.flatMap((rule) => rule.tokens));
}

function clothOf(theme: "night" | "day", cloth: string, book = ""): Tokens {
  const page = theme === "day" ? [":root", '[data-felt="day"]'] : [":root"];
  if (cloth === "game")
    return tokens(...page, "[data-book]", `[data-book="${book}"]`, '[data-cloth="game"] .stage[data-book]');
  const own = `[data-cloth="${cloth}"]`;
  return tokens(...page, own, ...(theme === "day" ? [`[data-felt="day"]${own}`, `[data-felt="day"] ${own}`] : []));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(of: Tokens, ink: string, ground: string): number {
  const value = (name: string): string => {
    const found = of[name] ?? "";
    const other = /^var\(--([\w-]+)\)$/.exec(found)?.[1];
    return other ? value(other) : found;
  };
  const [light = 0, dark = 0] = [luminance(value(ink)), luminance(value(ground))].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** In the light of the lamp lie cards, plate and the captions of the hands; quieter print stands where the cloth is darker. */
const PRINTED: readonly (readonly [ink: string, grounds: readonly string[]])[] = [
  ["print-ink", ["baize-light", "baize", "baize-deep", "side-ground"]],
  ["felt-ink", ["baize-light", "baize", "felt", "felt-light", "felt-deep"]],
  ["print-muted", ["baize", "baize-deep", "side-ground"]],
  ["print-closed", ["baize", "baize-deep", "side-ground"]],
  ["felt-muted", ["baize", "baize-deep", "felt"]],
];
const CASES = (["night", "day"] as const).flatMap((theme) =>
  CLOTHS.flatMap((cloth) => (cloth === "game" ? BOOKS : [""]).map((book) => [theme, cloth, book] as const)),
);

describe.each(CASES)("by %s on cloth %s %s", (theme, cloth, book) => {
  const of = clothOf(theme, cloth, book);

  test.each(PRINTED)("%s is legible", (ink, grounds) => {
    for (const ground of grounds) expect(contrast(of, ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  test("lines of the print are seen", () => {
    for (const ground of ["baize-light", "baize"]) expect(contrast(of, "print", ground)).toBeGreaterThanOrEqual(3);
  });
});

test.each(["brass-light", "brass", "brass-mid", "brass-low"])("words on the plate's %s are legible", (brass) => {
  for (const ink of ["brass-ink", "brass-bad"])
    expect(contrast(tokens(":root"), ink, brass), ink).toBeGreaterThanOrEqual(4.5);
});

test.each(BACKS)("the drawing of back %s stands out", (back) => {
  expect(
    contrast(tokens("[data-back]", `[data-back="${back}"]`), "card-back-line", "card-back"),
  ).toBeGreaterThanOrEqual(4.5);
});

test("a cloth changes nothing but cloth and print", () => {
  const ofCloth = RULES.filter((rule) => rule.selectors.some((each) => each.includes("data-cloth")));
  const changed = ofCloth.flatMap((rule) => rule.tokens.map(([name]) => name));
  expect(changed.filter((name) => !/^(felt|baize|print|side-ground)/.test(name))).toEqual([]);
});
