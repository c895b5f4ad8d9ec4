/** When a dealer's turn is over and who comes then: "Mei relieves in 18 min", "Mei is 3 min late". */
export function turnWords(until: number | null | undefined, relief: string | undefined, nowMs: number): string {
  const who = relief?.split(" ")[0];
  if (until === null || until === undefined) return who ? `${who} relieves` : "";
  const minutes = Math.ceil((until - nowMs) / 60_000);
  if (minutes > 0) return who ? `${who} relieves in ${minutes} min` : `relief in ${minutes} min`;
  return minutes === 0 ? `${who ?? "relief"} is due` : `${who ?? "relief"} is ${-minutes} min late`;
}
