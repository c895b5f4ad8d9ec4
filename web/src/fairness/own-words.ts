/** The words a patron contributed, kept in this browser only: the server never sees them. */
const KEPT_UNDER = "punto.contributions";
const REMEMBERED = 50;

type Contribution = { readonly table: string; readonly shoe: number; readonly words: string; readonly digest: string };

function every(): Contribution[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT_UNDER) ?? "[]") as Contribution[];
  } catch {
    return [];
  }
}

export function remember(contribution: Contribution): void {
  const others = every().filter(({ table, shoe }) => table !== contribution.table || shoe !== contribution.shoe);
  localStorage.setItem(KEPT_UNDER, JSON.stringify([...others, contribution].slice(-REMEMBERED)));
}

export function remembered(table: string, shoe: number): Contribution | null {
  return every().find((each) => each.table === table && each.shoe === shoe) ?? null;
}
