import { afterEach, expect, test, vi } from "vitest";
import { askToNotify, mayNotify, notify, takeBack } from "./browser-notice";

class FakeNotice {
  static permission: NotificationPermission = "default";
  static answer: NotificationPermission = "granted";
  static asked = 0;
  static all: FakeNotice[] = [];
  onclick: (() => void) | null = null;
  isClosed = false;
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    FakeNotice.all.push(this);
  }
  static requestPermission(): Promise<NotificationPermission> {
    FakeNotice.asked += 1;
    FakeNotice.permission = FakeNotice.answer;
    return Promise.resolve(FakeNotice.answer);
  }
  close(): void {
    this.isClosed = true;
  }
}

const focus = vi.fn();

function withNotices(permission: NotificationPermission): void {
  Object.assign(FakeNotice, { permission, answer: "granted", asked: 0, all: [] });
  vi.stubGlobal("Notification", FakeNotice);
  vi.stubGlobal("focus", focus);
}

afterEach(() => vi.unstubAllGlobals());

test("nothing is shown, and nothing asked, without permission", () => {
  withNotices("default");
  notify("Your cards", "Pearl", "pearl", () => undefined);
  expect([FakeNotice.all.length, FakeNotice.asked]).toEqual([0, 0]);
});

test("the patron's switch asks", async () => {
  withNotices("default");
  expect(await askToNotify()).toBe(true);
  expect(mayNotify()).toBe(true);
});

test("a browser without notices says no", async () => {
  vi.stubGlobal("Notification", undefined);
  Reflect.deleteProperty(globalThis, "Notification");
  expect([mayNotify(), await askToNotify()]).toEqual([false, false]);
});

test("a click brings the tab to the table, and the notice goes", () => {
  withNotices("granted");
  const clicked = vi.fn();
  notify("Your cards", "Pearl", "pearl", clicked);
  const [notice] = FakeNotice.all;
  notice?.onclick?.();
  expect(clicked).toHaveBeenCalledTimes(1);
  expect(focus).toHaveBeenCalledTimes(1);
  expect(notice?.isClosed).toBe(true);
});

test("a notice is taken back once the cards are open", () => {
  withNotices("granted");
  notify("Your cards", "Pearl", "pearl", () => undefined);
  takeBack();
  expect(FakeNotice.all[0]?.isClosed).toBe(true);
});

test("where pages may not show notices, the service worker does", async () => {
  withNotices("granted");
  const showNotification = vi.fn(() => Promise.resolve());
  const refuses = (): never => {
    throw new TypeError("Illegal constructor");
  };
  vi.stubGlobal("Notification", Object.assign(refuses, { permission: "granted" }));
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: () => Promise.resolve({ showNotification }) } });
  notify("Your cards", "Pearl", "pearl", () => undefined);
  await vi.waitFor(() => expect(showNotification).toHaveBeenCalledTimes(1));
  expect(showNotification).toHaveBeenCalledWith("Your cards", expect.objectContaining({ data: { place: "pearl" } }));
});
