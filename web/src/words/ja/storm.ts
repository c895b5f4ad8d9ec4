/** Storms: cards that multiply, and their fee. */
export const storm = {
  "storm.title": "ストーム",
  "storm.plate": "ストーム：このカードで配当が倍率分増えます",
  "storm.card": "{card} {times}倍",
  "storm.heard": "ストーム：{cards}",
  "storm.hit": "ストームで配当が{times}倍になりました",
  "storm.fee": "手数料 {amount}",
  "storm.of_which": "うち手数料 {amount}",
  "record.fee": "手数料",
  "record.fees": "うちストームの手数料",
  "record.struck": "ストーム",
  "fairness.check_storms": "全{count}回のストームがこの秘密から引かれました",
} as const;
