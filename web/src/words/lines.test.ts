/** Every language says the same. That this is all that published books say is tested against the books. */
import { expect, test } from "vitest";
import { DEALING, saidIn } from "./dealing";
import { LANGUAGE_IDS } from "./languages";
import { LINES } from "./lines";

const translated = LANGUAGE_IDS.filter((id) => id !== "en");
const both = translated.flatMap((id) => [[id, LINES] as const, [id, DEALING] as const]);

test.each(both)("%s has every sentence that another has, and none is empty or still English", async (id, sentences) => {
  const lines = await sentences[id]();
  const others = await Promise.all(translated.map((other) => sentences[other]()));
  for (const other of others) expect(Object.keys(lines)).toEqual(Object.keys(other));
  for (const [english, said] of Object.entries(lines)) {
    expect(said, english).toBeTruthy();
    expect(said, english).not.toMatch(/\b(the|and|wins|Player|Banker|cards)\b/);
  }
});

test.each(both)("figures are the same in %s", async (id, sentences) => {
  for (const [english, said] of Object.entries(await sentences[id]()))
    for (const figure of english.match(/\d+/g) ?? []) expect(said.match(/\d+/g), english).toContain(figure);
});

test("a paragraph without words is marked as English", () => {
  const page = "<h2>How it is dealt</h2>\n<p>Somebody&#x27;s own.</p>\n<pre><code>D S</code></pre>";
  expect(saidIn(page, { "How it is dealt": "Cómo se reparte" })).toBe(
    '<h2>Cómo se reparte</h2>\n<p lang="en">Somebody&#x27;s own.</p>\n<pre><code>D S</code></pre>',
  );
});
