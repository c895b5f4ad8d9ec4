import { describe, expect, it } from "vitest";
import { announce, announced } from "./announce.svelte";

const heard = (): string[] => announced("polite").map(({ text }) => text);

describe("announcements", () => {
  it("come one after the other, also when they are said at once", () => {
    announce("Bets closed");
    announce("Player: jack of spades");
    announce("Banker wins 7 over 0");
    expect(heard()).toEqual(["Bets closed", "Player: jack of spades", "Banker wins 7 over 0"]);
  });

  it("are read again when they are said again", () => {
    announce("Place your bets");
    announce("Place your bets");
    const [one, other] = announced("polite").slice(-2);
    expect(one?.text).toBe(other?.text);
    expect(one?.id).not.toBe(other?.id);
  });

  it("have one line for each topic, the latest", () => {
    announce("Bet 5", { topic: "stake" });
    announce("Banker draws");
    announce("Bet 10", { topic: "stake" });
    expect(heard().slice(-2)).toEqual(["Banker draws", "Bet 10"]);
    expect(heard()).not.toContain("Bet 5");
  });

  it("are kept for a while only, and say nothing of nothing", () => {
    for (let round = 0; round < 30; round++) announce(`Round ${round}`);
    announce("");
    expect(heard()).toHaveLength(16);
    expect(heard().at(-1)).toBe("Round 29");
  });
});
