/** The round whose marks are highlighted on every road of its table. Tapping it again clears the highlight. */
type HighlightedRound = { readonly table: string; readonly round: number } | null;

const lit = $state<{ now: HighlightedRound }>({ now: null });

export function highlightedRound(table: string): number | null {
  return lit.now?.table === table ? lit.now.round : null;
}

export function toggleHighlight(table: string, round: number): void {
  lit.now = highlightedRound(table) === round ? null : { table, round };
}

export function clearHighlight(): void {
  lit.now = null;
}
