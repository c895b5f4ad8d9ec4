/** Every word about storms; it comes with the storm, not with the first page. */
export const storm = {
  "storm.title": "Storm",
  "storm.plate": "Storm: these cards multiply wins",
  "storm.card": "{card} times {times}",
  "storm.heard": "Storm: {cards}",
  "storm.hit": "The storm multiplies the win by {times}",
  "storm.fee": "fee {amount}",
  "storm.of_which": "of which {amount} fee",
  "record.fee": "Fee",
  "record.fees": "Of that, storm fees",
  "record.struck": "Storm",
  "fairness.check_storms": {
    one: "The storm of {count} round was drawn from this secret",
    other: "The storms of all {count} rounds were drawn from this secret",
  },
} as const;
