/** What is one's own: chips that wait, saved bets, figures, looks, invitations. */
export const own = {
  "next.waits": "다음 라운드를 기다리는 베팅 {amount}",
  "next.not_placed": "다음 라운드를 기다리던 칩은 놓이지 않았습니다.",
} as const;
