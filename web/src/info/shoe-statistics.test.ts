// @vitest-environment jsdom
/** Statistics say each thing once, and only what the book knows. */
import { expect, test } from "vitest";
import { onAPage, wordsOn } from "../screen/on-a-page";
import { NO_ROADS } from "../state/table-examples";
import ShoeStatistics from "./shoe-statistics.svelte";

const statistics = { ...NO_ROADS.statistics, player_wins: 7, banker_wins: 4, ties: 1, naturals: 2, rounds: 12 };

test.each([
  ["pairs where the book marks them", true, ["Player", "Tie", "Banker", "Player pairs", "Naturals", "Banker pairs"]],
  ["no pairs where it does not", false, ["Player", "Tie", "Banker", "Naturals"]],
])("%s, and never the number of the round again", (_what, marksPairs, names) => {
  const page = onAPage(ShoeStatistics, { statistics, marksPairs });
  expect([...page.querySelectorAll("dt")].map(wordsOn)).toEqual(names);
  expect([...page.querySelectorAll("dd")].map(wordsOn)).not.toContain("12");
});
