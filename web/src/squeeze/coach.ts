/** What an experienced squeezer would say about a card whose long side is visible. */
import { cardName } from "../cards/card-name";
import type { WordKey } from "../words/english/index";
import { LANGUAGES } from "../words/languages";
import { language, say } from "../words/say.svelte";
import { sidesOf, type Seen } from "../paper/seen";

const SIDES: Readonly<Record<number, WordKey>> = {
  0: "squeeze.coach_0",
  2: "squeeze.coach_2",
  3: "squeeze.coach_3",
  4: "squeeze.coach_4",
};

export function coachWords(face: string, { isPicture, side }: Seen): string {
  if (isPicture) return say("squeeze.coach_picture");
  const name = cardName(face);
  const key = name.deck === "french" ? SIDES[sidesOf(name.rank)] : undefined;
  if (side === null || key === undefined) return "";
  const ranks = new Intl.ListFormat(LANGUAGES[language()].tag, { type: "disjunction" }).format(side.split(" "));
  return say(key, { ranks });
}
