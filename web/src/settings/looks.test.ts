/** Whatever a patron chooses, print stays legible: the tokens of every cloth and back, measured. */
import { describe, expect, test } from "vitest";
import chosen from "../screen/cloth-tokens.css?raw";
import { contrast, RULES, tokens, type Tokens } from "../screen/measured-tokens";
import { BACKS, CLOTHS } from "./looks";

const BOOKS = [...chosen.matchAll(/\[data-book="([\w-]+)"\]/g)].map(([, book = ""]) => book);

function clothOf(theme: "night" | "day", cloth: string, book = ""): Tokens {
  const page = theme === "day" ? [":root", '[data-felt="day"]'] : [":root"];
  if (cloth === "game")
    return tokens(...page, "[data-book]", `[data-book="${book}"]`, '[data-cloth="game"] .stage[data-book]');
  const own = `[data-cloth="${cloth}"]`;
  return tokens(...page, own, ...(theme === "day" ? [`[data-felt="day"]${own}`, `[data-felt="day"] ${own}`] : []));
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
