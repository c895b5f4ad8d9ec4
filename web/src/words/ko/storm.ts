/** Storms: cards that multiply, and their fee. */
export const storm = {
  "storm.title": "스톰",
  "storm.plate": "스톰: 이 카드가 당첨금을 배로 늘립니다",
  "storm.card": "{card} {times}배",
  "storm.heard": "스톰: {cards}",
  "storm.hit": "스톰으로 당첨금이 {times}배가 됩니다",
  "storm.fee": "수수료 {amount}",
  "storm.of_which": "이 중 수수료 {amount}",
  "record.fee": "수수료",
  "record.fees": "이 중 스톰 수수료",
  "record.struck": "스톰",
  "fairness.check_storms": "{count}판의 스톰이 모두 이 비밀에서 뽑혔습니다",
} as const;
