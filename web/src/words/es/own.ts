/** What is one's own: chips that wait, saved bets, figures, looks, invitations. */
export const own = {
  "next.waits": "en espera para la próxima ronda: {amount}",
  "next.not_placed": "Sus fichas para la próxima ronda no se colocaron.",
} as const;
