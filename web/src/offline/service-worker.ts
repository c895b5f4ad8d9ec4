/// <reference lib="webworker" />
/**
 * Keeps the shell of the client. The page comes from the network whenever there is one, so a new release appears with
 * the next visit; assets never change under one name, so they come from here first.
 */
import { tellClient, toTheTable } from "./notice-tap";
import { assetsOf, keepingOf } from "./shell";

const worker = self as unknown as ServiceWorkerGlobalScope;
const SHELL = "punto-shell";
const scope = () => worker.registration.scope;

worker.addEventListener("install", (event) => {
  event.waitUntil(keepPage().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (event) => {
  const { url, method, mode } = event.request;
  const keeping = keepingOf(url, method, mode, scope());
  if (keeping === "page") event.respondWith(freshPage(event));
  if (keeping === "asset") event.respondWith(keptAsset(event.request));
});

/** A tap on a notice brings the tab back, and tells it for which table. */
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(toTheTable(worker.clients, event.notification.data));
});

worker.addEventListener("message", (event) => tellClient(event.source, event.data));

async function freshPage(event: FetchEvent): Promise<Response> {
  try {
    const page = await fetch(event.request);
    if (page.ok) event.waitUntil(keep(page.clone()));
    return page;
  } catch {
    const kept = await caches.match(scope());
    return kept ?? Response.error();
  }
}

async function keptAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const asset = await fetch(request);
  if (asset.ok) await (await caches.open(SHELL)).put(request.url, asset.clone());
  return asset;
}

async function keepPage(): Promise<void> {
  const page = await fetch(scope());
  if (page.ok) await keep(page);
}

/** Assets of an older release go as soon as a newer page is here. */
async function keep(page: Response): Promise<void> {
  const shell = await caches.open(SHELL);
  const before = await (await shell.match(scope()))?.text();
  const now = await page.clone().text();
  if (before === now) return;
  for (const { url } of await shell.keys()) await shell.delete(url);
  await shell.put(scope(), page);
  await shell.addAll(assetsOf(now, scope()));
}
