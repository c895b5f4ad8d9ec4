/** What is one's own: chips that wait, saved bets, figures, looks, invitations. */
export const own = {
  "next.waits": "次のラウンドを待つ賭け金 {amount}",
  "next.not_placed": "次のラウンドを待っていたチップは置かれませんでした。",
} as const;
