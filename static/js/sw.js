// Takes what is pushed while no page is open. Shows the one sentence it holds, and leads to where it is about.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

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
