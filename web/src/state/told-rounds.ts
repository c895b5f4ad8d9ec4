/** Which rounds this patron has been told the end of, table by table. A page that is loaded anew says nothing twice. */
const KEPT = "punto.told-rounds";

export function toldRound(place: string): string {
  return kept()[place] ?? "";
}

export function rememberTold(place: string, round: string): void {
  if (round === toldRound(place)) return;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...kept(), [place]: round }));
  } catch {
    // a browser that keeps nothing tells it again
  }
}

/** The next one to sign in here is somebody else. */
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
