// Nothing of one person is left behind on a phone: what is kept for score sheets (a database and a cache under the same
// name) is removed on signing out, on leaving, and as soon as somebody else is signed in.
(() => {
  "use strict";
  const PREFIX = "lelam-sheet-";
  const keys = document.querySelector('meta[name="sheet-keys"]')?.content.split(" ").filter(Boolean) ?? [];
  const box = () => window.lelamOutbox;

  const removeDatabase = (name) => new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = resolve;
  });
  const names = async () => {
    const databases = (await window.indexedDB?.databases?.().catch(() => [])) ?? [];
    const stored = window.caches ? await caches.keys().catch(() => []) : [];
    return [...new Set([...databases.map((one) => one.name), ...stored].filter((name) => name.startsWith(PREFIX)))];
  };
  const wipe = async (list) => {
    for (const name of list) {
      await removeDatabase(name); // first: its pages hear of it, and keep nothing more
      if (window.caches) await caches.delete(name);
    }
  };
  const others = async () => keys.length ? (await names()).filter((name) => !keys.includes(name.slice(PREFIX.length))) : [];
  const countIn = (list) => box().unsent(list.map((name) => name.slice(PREFIX.length)));
  const counted = (element, count) => { element.textContent = element.dataset.words.replace("{count}", count); };

  // Another person's, and nothing that could still be sent by this one. The page of a sheet asks first.
  const old = document.getElementById("unsent-of-others");
  const tidy = async () => {
    const list = await others();
    const count = old && list.length ? await countIn(list) : 0;
    if (!count) { await wipe(list); return; }
    counted(old.querySelector("[data-words]"), count);
    old.hidden = false;
    old.querySelector("button").addEventListener("click", async () => { await wipe(list); old.hidden = true; });
  };

  // Forms by which a phone is handed on: the own entries first, then nothing is left.
  const show = (form, part) => {
    for (const one of form.querySelectorAll("[data-leaving]")) one.hidden = one.dataset.leaving !== part;
    const shown = form.querySelector(`[data-leaving="${part}"]`);
    shown?.querySelector("button")?.focus();
    return shown;
  };
  const go = async (form) => {
    try {
      await wipe(await names());
      const field = form.querySelector('[name="csrfmiddlewaretoken"]');
      // The page may be older than the token.
      if (field && box()?.token()) field.value = box().token();
    } finally {
      form.submit();
    }
  };
  const wait = async (form) => {
    for (const name of await names()) {
      const outbox = await box().Outbox.of(name.slice(PREFIX.length));
      const look = async () => {
        const left = await outbox.entries().catch(() => []);
        const shown = show(form, "waiting");
        if (shown) counted(shown.querySelector("[data-words]"), left.length);
        return left.length;
      };
      while (await look()) {
        await outbox.send();
        if (!await look()) break;
        await new Promise((resolve) => { setTimeout(resolve, 2000); addEventListener("online", resolve, { once: true }); });
      }
      outbox.database.close();
    }
    await go(form);
  };
  const ask = async (form, anyway) => {
    if (!navigator.onLine) { show(form, "offline"); return; }
    const list = anyway ? [] : await names();
    const count = list.length ? await countIn(list) : 0;
    if (count) counted(show(form, "unsent").querySelector("[data-words]"), count);
    else await go(form);
  };
  for (const form of document.querySelectorAll("form[data-leaves]")) {
    form.addEventListener("submit", (event) => {
      if (event.submitter?.name === "keep") return;
      event.preventDefault();
      // People can leave even where a browser cannot tell about its storage.
      ask(form, event.submitter?.hasAttribute("data-anyway")).catch(() => form.submit());
    });
    for (const button of form.querySelectorAll("[data-wait]")) button.addEventListener("click", () => wait(form));
  }

  // Where people sign in: entries of the person before can be sent by that person alone.
  const note = document.getElementById("unsent-note");
  const warn = async () => {
    const list = await names();
    const count = list.length ? await countIn(list) : 0;
    if (count) { counted(note, count); note.hidden = false; }
  };

  // The scripts of the page are all there by then.
  addEventListener("DOMContentLoaded", () => { tidy(); if (note) warn(); });
})();
