/** Storms: cards that multiply, and their fee. */
export const storm = {
  "storm.title": "风暴",
  "storm.plate": "风暴：这些牌使赢额按倍数增加",
  "storm.card": "{card}，{times} 倍",
  "storm.heard": "风暴：{cards}",
  "storm.hit": "风暴使赢额变为 {times} 倍",
  "storm.fee": "费用 {amount}",
  "storm.of_which": "其中费用 {amount}",
  "record.fee": "费用",
  "record.fees": "其中风暴费用",
  "record.struck": "风暴",
  "fairness.check_storms": "全部 {count} 局的风暴均由此密钥抽出",
} as const;
