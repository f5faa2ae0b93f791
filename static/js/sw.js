// The service worker: takes what is pushed while no page is open, and answers for score sheets without a connection.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Pushed notices: the one sentence they hold, and the way to where it is about --------------------------------------

// Only a page of this server: a path, never an address.
const pathOf = (path) => (typeof path === "string" && /^\/(?![/\\])/.test(path) ? path : "/me/notices/");

const read = (data) => {
  try { return data?.json() ?? {}; } catch { return {}; }
};

self.addEventListener("push", (event) => {
  const said = read(event.data);
  const pages = self.clients.matchAll({ type: "window", includeUncontrolled: true });
  event.waitUntil(Promise.all([
    self.registration.showNotification("Lelam", {
      body: typeof said.text === "string" ? said.text : "",
      tag: typeof said.tag === "string" ? said.tag : "lelam",
      lang: typeof said.lang === "string" ? said.lang : "",
      renotify: true,
      icon: "/static/cards/icon.svg",
      data: { path: pathOf(said.path) },
    }),
    pages.then((all) => all.forEach((page) => page.postMessage({ type: "notice" }))),
  ]));
});

// The push service gives the browser another address: the server is told, which knows the device by its old one.
self.addEventListener("pushsubscriptionchange", (event) => {
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  event.waitUntil((async () => {
    const old = event.oldSubscription;
    if (!old) return;
    const fresh = event.newSubscription ?? await self.registration.pushManager.subscribe(old.options);
    await fetch("/me/notices/devices/replace/", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ old: old.endpoint, endpoint: fresh.endpoint, p256dh: text(fresh.getKey("p256dh")), auth: text(fresh.getKey("auth")) }),
    });
  })());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(pathOf(event.notification.data?.path), self.location.origin);
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const here = pages.find((page) => page.url === address.href) ?? pages.find((page) => page.focused);
    if (!here) return self.clients.openWindow(address.href);
    try {
      const page = here.url === address.href ? here : await here.navigate(address.href);
      return await (page ?? here).focus();
    } catch {
      return self.clients.openWindow(address.href);
    }
  })());
});

// Score sheets without a connection ---------------------------------------------------------------------------------
// Kept are the page of a sheet on a phone and the rules it links, under a name that the server gives their reader, and
// the static files of both. Nothing else is ever kept: no other page, no table, no answer with data.
const SHEETS = "lelam-sheet-";
const FILES = "lelam-files";
const SLOW_MS = 4000; // a page that takes longer is shown as it was kept
const isSheet = (path) => /^\/sheets\/[0-9a-f-]{36}\/phone\/$/.test(path);
const isKept = (path) => isSheet(path) || /^\/rules\/[\w-]+\/$/.test(path);
const isHashed = (path) => /\.[0-9a-f]{12}\.\w+$/.test(path);
const isFile = (path) => path.startsWith("/static/");
const filesIn = (html) => [...html.matchAll(/(?:href|src)="(\/static\/[^"#?]+)/g)].map((match) => match[1]);

const keptPage = async (path) => {
  for (const name of await caches.keys()) {
    if (!name.startsWith(SHEETS)) continue;
    const page = await (await caches.open(name)).match(path);
    if (page) return page;
  }
  return undefined;
};
// What is kept for a reader, which a page of the sheet made; null once that reader has left this phone.
const keptFor = async (key) => (await caches.has(SHEETS + key)) ? caches.open(SHEETS + key) : null;
// A page is kept only as its own address answers: a sign-in that it led to is not the page.
const isWhole = (answer) => answer.ok && !answer.redirected && answer.type === "basic";

const page = async (event, path) => {
  const asked = fetch(event.request).then(async (answer) => {
    const key = answer.headers.get("Sheet-Key");
    if (isSheet(path) && isWhole(answer) && key) {
      const copy = answer.clone();
      await (await keptFor(key))?.put(path, copy);
    }
    return answer;
  });
  event.waitUntil(asked.catch(() => {}));
  const kept = await keptPage(path);
  if (!kept) return asked;
  const slow = new Promise((resolve) => { setTimeout(() => resolve(kept), SLOW_MS); });
  return Promise.race([asked.then((answer) => answer.status < 500 ? answer : kept, () => kept), slow]);
};
const file = async (event, path) => {
  const files = await caches.open(FILES);
  const kept = await files.match(path);
  if (!kept) return fetch(event.request);
  return isHashed(path) ? kept : fetch(event.request).catch(() => kept);
};
self.addEventListener("fetch", (event) => {
  const { origin, pathname, search } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin || search) return;
  if (event.request.mode === "navigate" && isKept(pathname)) event.respondWith(page(event, pathname));
  else if (isFile(pathname)) event.respondWith(file(event, pathname));
});

const keep = async ({ key, pages, files }) => {
  if (!/^[0-9a-f]{32}$/.test(key)) return;
  const needed = new Set(files.filter(isFile));
  // Opened before anything is asked for: what is put into a cache that was removed meanwhile goes with it.
  const own = await keptFor(key);
  if (!own) return;
  for (const path of pages.filter(isKept)) {
    const answer = await fetch(path, { credentials: "same-origin", cache: "no-store" });
    // Meanwhile somebody else may have opened the sheet in this browser.
    if (!isWhole(answer) || (isSheet(path) && answer.headers.get("Sheet-Key") !== key)) continue;
    await own.put(path, answer);
  }
  for (const name of await caches.keys()) {
    if (!name.startsWith(SHEETS)) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) for (const path of filesIn(await (await cache.match(request)).text())) needed.add(path);
  }
  const cache = await caches.open(FILES);
  for (const request of await cache.keys()) if (!needed.has(new URL(request.url).pathname)) await cache.delete(request);
  for (const path of needed) if (!isHashed(path) || !await cache.match(path)) {
    const answer = await fetch(path);
    if (isWhole(answer)) await cache.put(path, answer);
  }
};
self.addEventListener("message", (event) => {
  if (event.data?.type !== "keep") return;
  event.waitUntil(keep(event.data).then(() => event.source?.postMessage({ type: "kept" }), () => {}));
});
