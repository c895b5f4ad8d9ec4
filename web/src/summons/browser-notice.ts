/** A notice of the browser, outside the page. Permission is asked for by the patron's own switch and never otherwise. */

const TAG = "punto-your-cards"; // a newer notice takes the place of an older one
const VIBRATES = [80, 60, 80];

let shown: Notification | null = null;

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

export function notify(title: string, body: string, place: string, onclick: () => void): void {
  if (!mayNotify()) return;
  try {
    shown = new Notification(title, { body, tag: TAG });
    shown.onclick = () => {
      globalThis.focus();
      takeBack();
      onclick();
    };
  } catch {
    void byWorker(title, body, place); // phones show notices of a service worker only
  }
}

export function takeBack(): void {
  shown?.close();
  shown = null;
}

/** A tap on a worker's notice comes as a message of the worker. */
export function listenForTaps(onclick: (place: string) => void): void {
  globalThis.navigator.serviceWorker?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data !== null && typeof data === "object" && "place" in data && typeof data.place === "string") {
      onclick(data.place);
    }
  });
}

async function byWorker(title: string, body: string, place: string): Promise<void> {
  const worker = await globalThis.navigator.serviceWorker?.getRegistration();
  const options = { body, tag: TAG, vibrate: VIBRATES, data: { place } };
  await worker?.showNotification(title, options);
}
