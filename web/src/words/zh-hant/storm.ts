/** Storms: cards that multiply, and their fee. */
export const storm = {
  "storm.title": "風暴",
  "storm.plate": "風暴：這些牌使贏額按倍數增加",
  "storm.card": "{card}，{times} 倍",
  "storm.heard": "風暴：{cards}",
  "storm.hit": "風暴使贏額變為 {times} 倍",
  "storm.fee": "費用 {amount}",
  "storm.of_which": "其中費用 {amount}",
  "record.fee": "費用",
  "record.fees": "其中風暴費用",
  "record.struck": "風暴",
  "fairness.check_storms": "全部 {count} 局的風暴均由此密鑰抽出",
} as const;
