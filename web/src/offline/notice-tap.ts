/**
 * A tap on a notice leads to the tab that showed it, else to any tab of this floor, else to a new one at the table. Tabs
 * are known by their client's id: a client's address is the one it was opened at, and may be the same for several.
 */
interface Told {
  readonly client?: unknown;
  readonly address?: unknown;
}

export async function toTheTable(clients: Pick<Clients, "matchAll" | "openWindow">, data: unknown): Promise<void> {
  const told: Told = data !== null && typeof data === "object" ? data : {};
  const tabs = await clients.matchAll({ type: "window" });
  const tab = tabs.find(({ id }) => id === told.client) ?? tabs[0];
  if (tab) (await tab.focus()).postMessage(data);
  else if (typeof told.address === "string") await clients.openWindow(told.address);
}

/** A tab asks for its own id, to put it into its notices. */
export function tellClient(source: ExtendableMessageEvent["source"], asked: unknown): void {
  if (asked === "which client?" && source && "id" in source) source.postMessage({ yourClient: source.id });
}
