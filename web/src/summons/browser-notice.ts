/** A notice of the browser, outside the page. Permission is asked for by the patron's own switch and never otherwise. */
import { tableLink } from "../screen/table-link";

const VIBRATES = [80, 60, 80];

const shown = new Map<string, Notification>(); // by table
let client = ""; // this tab, as the service worker knows it
let worked: Promise<unknown> = Promise.resolve(); // what the worker was asked, one after the other

export function mayNotify(): boolean {
  return "Notification" in globalThis && Notification.permission === "granted";
}

/** Whether notices may be shown from now on. */
export async function askToNotify(): Promise<boolean> {
  if (!("Notification" in globalThis)) return false;
  try {
    return (await Notification.requestPermission()) === "granted";
  } catch {
    return false; // over plain http there are none
  }
}

/** One for each table: a newer one takes the place of an older one, and is told again. */
export function notify(title: string, body: string, place: string, onclick: () => void): void {
  if (!mayNotify()) return;
  const options = { body, tag: tagOf(place), renotify: true };
  try {
    const notice = new Notification(title, options);
    shown.set(place, notice);
    notice.onclick = () => {
      globalThis.focus();
      takeBack(place);
      onclick();
    };
  } catch {
    // Phones show notices of a service worker only.
    const data = { place, client, address: tableLink(place, location.href) };
    askWorker((worker) =>
      worker.showNotification(title, { ...options, vibrate: VIBRATES, data } as NotificationOptions),
    );
  }
}

export function takeBack(place: string): void {
  shown.get(place)?.close();
  shown.delete(place);
  askWorker(async (worker) => {
    for (const notice of await worker.getNotifications({ tag: tagOf(place) })) notice.close();
  });
}

/** A tap on a worker's notice comes as a message of the worker, to the tab that showed it if it is still there. */
export function listenForTaps(onclick: (place: string) => void): void {
  const workers = globalThis.navigator.serviceWorker;
  workers?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === null || typeof data !== "object") return;
    if ("place" in data && typeof data.place === "string") onclick(data.place);
    if ("yourClient" in data && typeof data.yourClient === "string") client = data.yourClient;
  });
  void workers?.ready.then(({ active }) => active?.postMessage("which client?"));
}

function askWorker(what: (worker: ServiceWorkerRegistration) => Promise<void>): void {
  worked = worked
    .then(async () => {
      const worker = await globalThis.navigator.serviceWorker?.getRegistration();
      if (worker) await what(worker);
    })
    .catch(() => undefined); // a notice is a courtesy: the game goes on without it
}

function tagOf(place: string): string {
  return `punto-your-cards/${place}`;
}
