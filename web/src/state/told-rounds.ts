/** The last round of each table whose result the patron has seen, so that a reload does not repeat it. */
const KEPT = "punto.told-rounds";

export function toldRound(place: string): string {
  return kept()[place] ?? "";
}

export function rememberTold(place: string, round: string): void {
  if (round === toldRound(place)) return;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...kept(), [place]: round }));
  } catch {
    // without storage it is shown again
  }
}

/** The next patron on this browser is somebody else. */
export function forgetTold(): void {
  sessionStorage.removeItem(KEPT);
}

function kept(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}
