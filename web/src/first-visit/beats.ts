/** The half minute of a first visit, beat by beat. Times are maximums: a quicker patron moves on at once. */
export type Beat = "hands" | "counting" | "choose" | "deal" | "paid";

export const BEATS: readonly { readonly beat: Beat; readonly ms: number }[] = [
  { beat: "hands", ms: 4_000 },
  { beat: "counting", ms: 7_000 },
  { beat: "choose", ms: 6_000 },
  { beat: "deal", ms: 8_000 },
  { beat: "paid", ms: 5_000 },
];

/** The deal within its beat: four cards, a pause, the third card, the result. */
export const DEAL_MS = [0, 500, 1_000, 1_500, 3_600] as const;
export const RESULT_MS = 5_600;
