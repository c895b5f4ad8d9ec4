import { afterEach, expect, test, vi } from "vitest";
import { askToNotify, listenForTaps, mayNotify, notify, takeBack } from "./browser-notice";

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
  takeBack("jade");
  expect(FakeNotice.all[0]?.isClosed).toBe(false);
  takeBack("pearl");
  expect(FakeNotice.all[0]?.isClosed).toBe(true);
});

/** A phone: pages may show nothing, the worker does. */
function withWorker() {
  const notices: { tag: string; close: () => void }[] = [];
  const close = vi.fn<(tag: string) => void>();
  const registration = {
    showNotification: vi.fn((_title: string, { tag = "" }: NotificationOptions) => {
      notices.push({ tag, close: () => close(tag) });
      return Promise.resolve();
    }),
    getNotifications: ({ tag }: { tag: string }) => Promise.resolve(notices.filter((each) => each.tag === tag)),
    active: { postMessage: vi.fn() },
  };
  const refuses = (): never => {
    throw new TypeError("Illegal constructor");
  };
  const heard: ((event: { data: unknown }) => void)[] = [];
  vi.stubGlobal("Notification", Object.assign(refuses, { permission: "granted" }));
  vi.stubGlobal("location", { href: "https://floor.example/#/table/jade" });
  vi.stubGlobal("navigator", {
    serviceWorker: {
      getRegistration: () => Promise.resolve(registration),
      ready: Promise.resolve(registration),
      addEventListener: (_name: string, listener: (event: { data: unknown }) => void) => heard.push(listener),
    },
  });
  return { registration, close, says: (data: unknown) => heard.forEach((listener) => listener({ data })) };
}

test("where pages may not show notices, the service worker does, and knows which tab and table", async () => {
  const { registration, says } = withWorker();
  const tapped = vi.fn();
  listenForTaps(tapped);
  await vi.waitFor(() => expect(registration.active.postMessage).toHaveBeenCalledWith("which client?"));
  says({ yourClient: "tab-2" });
  notify("Your cards", "Pearl", "pearl", () => undefined);
  await vi.waitFor(() => expect(registration.showNotification).toHaveBeenCalledTimes(1));
  const data = { place: "pearl", client: "tab-2", address: "https://floor.example/#/table/pearl" };
  expect(registration.showNotification).toHaveBeenCalledWith(
    "Your cards",
    expect.objectContaining({ data, renotify: true, vibrate: [80, 60, 80] }),
  );
  expect(tapped).not.toHaveBeenCalled();
  says(data);
  expect(tapped.mock.calls).toEqual([["pearl"]]);
});

test("a worker's notice is taken back too, even one that is only being shown, and no other table's", async () => {
  const { registration, close } = withWorker();
  notify("Your cards", "Jade", "jade", () => undefined);
  notify("Your cards", "Pearl", "pearl", () => undefined);
  takeBack("pearl");
  await vi.waitFor(() => expect(close).toHaveBeenCalled());
  expect(registration.showNotification).toHaveBeenCalledTimes(2);
  expect(close.mock.calls).toEqual([["punto-your-cards/pearl"]]);
});
