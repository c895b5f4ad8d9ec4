/** The round whose marks are lit, on every road of its table at once. Tapping it again puts the light out. */
type LitRound = { readonly table: string; readonly round: number } | null;

const lit = $state<{ now: LitRound }>({ now: null });

export function litRound(table: string): number | null {
  return lit.now?.table === table ? lit.now.round : null;
}

export function light(table: string, round: number): void {
  lit.now = litRound(table) === round ? null : { table, round };
}

export function putOut(): void {
  lit.now = null;
}
