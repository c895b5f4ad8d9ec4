/** The tray of side fields that stands open on each table. On a very low screen it is the menu that opens one. */
const open = $state<Record<string, string | null>>({});

export function openTray(table: string): string | null {
  return open[table] ?? null;
}

export function showTray(table: string, title: string | null): void {
  open[table] = title;
}
