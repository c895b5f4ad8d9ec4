/** Storms: cards that multiply, and their fee. */
export const storm = {
  "storm.title": "Tormenta",
  "storm.plate": "Tormenta: estas cartas multiplican la ganancia",
  "storm.card": "{card} por {times}",
  "storm.heard": "Tormenta: {cards}",
  "storm.hit": "La tormenta multiplica la ganancia por {times}",
  "storm.fee": "tarifa {amount}",
  "storm.of_which": "de ellos {amount} de tarifa",
  "record.fee": "Tarifa",
  "record.fees": "De ello, tarifas de tormenta",
  "record.struck": "Tormenta",
  "fairness.check_storms": {
    one: "La tormenta de {count} ronda se sacó de este secreto",
    other: "Las tormentas de las {count} rondas se sacaron de este secreto",
  },
} as const;
