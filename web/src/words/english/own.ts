/** What is one's own: chips that wait, saved bets, figures, looks, invitations. */
export const own = {
  "next.waits": "waiting for the next round: {amount}",
  "next.not_placed": "Your chips for the next round were not placed.",
} as const;
