/** What is one's own: chips that wait, saved bets, figures, looks, invitations. */
export const own = {
  "next.waits": "等待下一局的注 {amount}",
  "next.not_placed": "等待下一局的籌碼未下注。",
} as const;
