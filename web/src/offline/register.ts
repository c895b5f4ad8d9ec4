/** Asks the browser to keep the shell of the client. Over plain http in a LAN there is no such thing, and none is needed. */
import { addressOf } from "../wire/addresses";

export function keepShell(): void {
  if (import.meta.env.PROD && "serviceWorker" in navigator) {
    void navigator.serviceWorker.register(addressOf("/service-worker.js")).catch(() => undefined); // switched off by choice
  }
}
