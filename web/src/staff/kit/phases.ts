/** The phases of a table as staff see them: their word and the band's colour. */
export type BandPhase = "betting" | "hurry" | "closed" | "dealing" | "paused" | "result" | "shoe" | "shut";

export const PHASE_WORDS: Readonly<Record<BandPhase, string>> = {
  betting: "Betting",
  hurry: "Hurry up",
  closed: "Bets closed",
  dealing: "Dealing",
  paused: "Paused",
  result: "Result",
  shoe: "Shoe change",
  shut: "Closed",
};
