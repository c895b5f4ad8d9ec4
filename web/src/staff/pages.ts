/**
 * Every page of the consoles, in the order of the navigation. A page is one line here and a component that takes the
 * rest of its address; it is loaded when somebody first opens it. `/staff/patrons/a1b2` opens `patrons` with ["a1b2"].
 * A page that fills the screen stands without the navigation, as the consoles on tablets do.
 */
import type { Component } from "svelte";
import type { IconName } from "./kit/icon-paths";
import type { StaffRole } from "./link/session.svelte";

/** A page that needs nothing more of its address takes none of it. */
export type PageProps = { rest: readonly string[] };
export type Page = {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly roles: readonly StaffRole[];
  readonly fillsScreen?: boolean;
  readonly load: () => Promise<{ default: Component<PageProps> | Component }>;
};

const LEADS: readonly StaffRole[] = ["supervisor", "admin"];

export const PAGES: readonly Page[] = [
  {
    id: "floor",
    title: "Floor",
    icon: "floor",
    roles: LEADS,
    load: () => import("./supervisor/floor-page.svelte"),
  },
  {
    id: "patrons",
    title: "Patrons",
    icon: "patrons",
    roles: ["attendant", "supervisor", "admin"],
    load: () => import("./desk/page.svelte"),
  },
  {
    id: "cage",
    title: "Cage",
    icon: "cash",
    roles: ["attendant", ...LEADS],
    fillsScreen: true,
    load: () => import("./cage/cage-page.svelte"),
  },
  {
    id: "day",
    title: "Day",
    icon: "day",
    roles: LEADS,
    load: () => import("./day/day-page.svelte"),
  },
  {
    id: "audit",
    title: "Audit",
    icon: "audit",
    roles: LEADS,
    load: () => import("./supervisor/audit-page.svelte"),
  },
  {
    id: "nodes",
    title: "Nodes",
    icon: "nodes",
    roles: LEADS,
    load: () => import("./nodes/nodes-page.svelte"),
  },
  {
    id: "deal",
    title: "Deal",
    icon: "cards",
    roles: ["dealer", ...LEADS],
    fillsScreen: true,
    load: () => import("./dealer/console.svelte"),
  },
  {
    id: "me",
    title: "Me",
    icon: "patrons",
    roles: ["dealer", "attendant", ...LEADS],
    load: () => import("./me/me.svelte"),
  },
];

/** Where each role begins: the first of its pages, unless another is named here. */
const FIRST: Readonly<Record<StaffRole, string>> = {
  dealer: "deal",
  attendant: "cage",
  supervisor: "floor",
  admin: "floor",
};

export function pagesOf(role: StaffRole): readonly Page[] {
  return PAGES.filter((page) => page.roles.includes(role));
}

/** The page an address names, if this role has it; otherwise the page where the role begins. */
export function pageFor(role: StaffRole, id: string): Page | null {
  const mine = pagesOf(role);
  return mine.find((page) => page.id === id) ?? mine.find((page) => page.id === FIRST[role]) ?? mine[0] ?? null;
}
