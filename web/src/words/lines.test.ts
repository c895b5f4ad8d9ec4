/** Every language says the same lines. That these are all lines of all published books is tested against the books. */
import { expect, test } from "vitest";
import { LANGUAGE_IDS } from "./languages";
import { LINES } from "./lines";

const translated = LANGUAGE_IDS.filter((id) => id !== "en");

test.each(translated)("%s has every line that another has, and none is empty or still English", async (id) => {
  const lines = await LINES[id]();
  const others = await Promise.all(translated.map((other) => LINES[other]()));
  for (const other of others) expect(Object.keys(lines)).toEqual(Object.keys(other));
  for (const [english, said] of Object.entries(lines)) {
    expect(said, english).toBeTruthy();
    expect(said, english).not.toMatch(/\b(the|and|wins|Player|Banker|cards)\b/);
  }
});

test("figures of a line are the same in every language", async () => {
  for (const id of translated)
    for (const [english, said] of Object.entries(await LINES[id]())) {
      const [wanted, found] = [english, said].map((text) => (text.match(/×?\b\d+\b/g) ?? []).sort());
      for (const figure of wanted ?? []) expect(found, `${id}: ${english}`).toContain(figure);
    }
});
