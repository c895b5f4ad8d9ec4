/** Back with a panel open closes it; without one it leaves, at the first press. */
import { expect, test } from "vitest";
import { BackCloses } from "./back";

/** A browser's history of one tab, as far as it matters here. */
class Tab {
  entries: { at: string; state: unknown }[] = [{ at: "lobby", state: null }];
  place = 0;
  listeners: Record<string, ((event: unknown) => void)[]> = {};
  history = {
    pushState: (state: unknown) => this.goes(this.at, state),
    back: () => this.pressesBack(),
    get state(): unknown {
      return null;
    },
  };

  constructor() {
    Object.defineProperty(this.history, "state", { get: () => this.entries[this.place]?.state });
  }

  get at(): string {
    return this.entries[this.place]?.at ?? "";
  }

  get location(): { href: string } {
    return { href: this.at };
  }

  addEventListener(type: string, listener: (event: unknown) => void): void {
    (this.listeners[type] ??= []).push(listener);
  }

  goes(at: string, state: unknown = null): void {
    const was = this.at;
    this.entries = [...this.entries.slice(0, this.place + 1), { at, state }];
    this.place += 1;
    if (at === was) return;
    this.tell("popstate", { state }); // browsers tell it of new addresses too
    this.tell("hashchange", {});
  }

  pressesBack(): void {
    const was = this.at;
    this.place = Math.max(0, this.place - 1);
    this.tell("popstate", { state: this.entries[this.place]?.state });
    if (this.at !== was) this.tell("hashchange", {});
  }

  tell(type: string, event: unknown): void {
    for (const listener of this.listeners[type] ?? []) listener(event);
  }
}

function atTable() {
  const tab = new Tab();
  const panel = { isOpen: false };
  const back = new BackCloses(
    () => panel.isOpen,
    () => (panel.isOpen = false),
    tab as unknown as Window,
  );
  tab.goes("jade");
  const opens = (): void => {
    panel.isOpen = true;
    back.opened();
  };
  return { tab, panel, opens };
}

test("Back closes the panel and stays at the table", () => {
  const { tab, panel, opens } = atTable();
  opens();
  tab.pressesBack();
  expect([panel.isOpen, tab.at]).toEqual([false, "jade"]);
  tab.pressesBack();
  expect(tab.at).toBe("lobby");
});

test("after a panel was closed by its button, one Back leaves the table", () => {
  const { tab, panel, opens } = atTable();
  opens();
  panel.isOpen = false;
  tab.pressesBack();
  expect(tab.at).toBe("lobby");
});

test("after a panel was closed by its button, the way to the lobby leads there", () => {
  const { tab, panel, opens } = atTable();
  opens();
  panel.isOpen = false;
  tab.goes("lobby");
  expect(tab.at).toBe("lobby");
});

test("panels opened one after the other need one entry", () => {
  const { tab, panel, opens } = atTable();
  opens();
  panel.isOpen = false;
  opens();
  expect(tab.entries).toHaveLength(3);
  tab.pressesBack();
  expect([panel.isOpen, tab.at]).toEqual([false, "jade"]);
});
