/** The open tray of side fields of each table. On a very low screen the menu opens it. */
const open = $state<Record<string, string | null>>({});

export function openTray(table: string): string | null {
  return open[table] ?? null;
}

export function showTray(table: string, title: string | null): void {
  open[table] = title;
}
