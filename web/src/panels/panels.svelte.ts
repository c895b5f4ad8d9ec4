/** The open panel. There is one at a time; opening another replaces it. */
import { BackCloses } from "./back";

export type Panel =
  | { readonly kind: "menu"; readonly table: string | null }
  | { readonly kind: "cashier"; readonly table?: string | null }
  | { readonly kind: "tip"; readonly table: string }
  | { readonly kind: "mine"; readonly table: string }
  | { readonly kind: "talk"; readonly table: string }
  | { readonly kind: "attendant"; readonly table?: string | null }
  | { readonly kind: "reserve" }
  | { readonly kind: "language" }
  | { readonly kind: "sound" }
  | { readonly kind: "settings" }
  | { readonly kind: "limits" }
  | { readonly kind: "account" }
  | { readonly kind: "record" }
  | { readonly kind: "round"; readonly table: string; readonly shoe: number; readonly round: number }
  | {
      readonly kind: "help";
      readonly book?: string;
      readonly table?: string | null;
      readonly hands?: string; // of a round to explain
      readonly isWhy?: boolean; // opened at that round
    }
  | { readonly kind: "fairness"; readonly table?: string | null; readonly shoe?: number }
  | { readonly kind: "good-roads" }
  | { readonly kind: "roads"; readonly table: string };

const shown = $state<{ panel: Panel | null; before: Panel[] }>({ panel: null, before: [] });

const back = new BackCloses(
  () => shown.panel !== null,
  () => closePanel(),
);

export function openPanel(panel: Panel): void {
  if (shown.panel) shown.before = [...shown.before, shown.panel];
  shown.panel = panel;
  back.opened();
}

export function closePanel(): void {
  shown.panel = null;
  shown.before = [];
}

export function backToPanel(): void {
  shown.panel = shown.before.at(-1) ?? null;
  shown.before = shown.before.slice(0, -1);
}

export function panel(): Panel | null {
  return shown.panel;
}

export function hasPanelBefore(): boolean {
  return shown.before.length > 0;
}
