import { expect, test, vi } from "vitest";
import { tellClient, toTheTable } from "./notice-tap";

const TOLD = { place: "jade", client: "two", address: "https://floor.example/#/table/jade" };

function withTabs(...ids: string[]) {
  const told = vi.fn<(id: string, data: unknown) => void>();
  const tabs = ids.map((id) => {
    const tab = { id, focus: () => Promise.resolve(tab), postMessage: (data: unknown) => told(id, data) };
    return tab;
  });
  const openWindow = vi.fn(() => Promise.resolve(null));
  const clients = { matchAll: () => Promise.resolve(tabs), openWindow } as unknown as Clients;
  return { clients, told, openWindow };
}

test.each([
  { name: "the tab that called", tabs: ["one", "two"], reached: "two" },
  { name: "any tab, once that one is closed", tabs: ["one", "three"], reached: "one" },
])("a tap leads to $name", async ({ tabs, reached }) => {
  const { clients, told, openWindow } = withTabs(...tabs);
  await toTheTable(clients, TOLD);
  expect(told.mock.calls).toEqual([[reached, TOLD]]);
  expect(openWindow).not.toHaveBeenCalled();
});

test("without a tab it opens one at the table", async () => {
  const { clients, openWindow } = withTabs();
  await toTheTable(clients, TOLD);
  expect(openWindow).toHaveBeenCalledWith(TOLD.address);
});

test("a notice that says nothing opens nothing", async () => {
  const { clients, openWindow } = withTabs();
  await toTheTable(clients, null);
  expect(openWindow).not.toHaveBeenCalled();
});

test("a tab that asks is told its id, and nothing else is answered", () => {
  const postMessage = vi.fn();
  const tab = { id: "two", postMessage } as unknown as Client;
  tellClient(tab, "something else");
  tellClient(tab, "which client?");
  expect(postMessage.mock.calls).toEqual([[{ yourClient: "two" }]]);
});
