// What this browser prefers: kept in localStorage, shown as data attributes of the page, so that the styles follow.
// Runs before the page is drawn; nothing here is known to the server. What a choice is called stands in the page: `data-dark`.
(() => {
  "use strict";
  const root = document.documentElement;
  const key = (name) => `lelam.${name}`;
  const fallback = { theme: "auto", deck: "two", dots: "on", tap: "two", sound: "on", again: "on", chat: "on" };
  const read = (name) => {
    try { return localStorage.getItem(key(name)) ?? fallback[name]; } catch { return fallback[name]; }
  };
  const show = (name, value) => {
    if (name === "theme" && value === "auto") delete root.dataset.theme;
    else root.dataset[name] = value;
    for (const place of document.querySelectorAll(`[data-show="${name}"]`)) place.textContent = place.dataset[value] ?? value;
    for (const box of document.querySelectorAll(`input[data-setting="${name}"]`)) box.checked = box.value === value;
  };
  const all = () => Object.keys(fallback).forEach((name) => show(name, read(name)));
  const set = (name, value) => {
    try { localStorage.setItem(key(name), value); } catch { /* private window: it lasts for this page */ }
    show(name, value);
  };
  window.lelamSettings = { read, set, all };
  all();
  document.addEventListener("DOMContentLoaded", all);
  window.addEventListener("storage", all);
  document.addEventListener("change", (event) => {
    const name = event.target.dataset?.setting;
    if (name) set(name, event.target.type === "checkbox" ? (event.target.checked ? event.target.value : event.target.dataset.off) : event.target.value);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-set][data-cycle]");
    if (!button) return;
    const values = button.dataset.cycle.split(" ");
    set(button.dataset.set, values[(values.indexOf(read(button.dataset.set)) + 1) % values.length]);
  });
})();
// What is pressed before the page's scripts are there waits for them, where they send the form or nothing else answers the
// button: the form would do by itself something else, such as play a card that was only to be raised. What is chosen is
// told to them.
(() => {
  "use strict";
  const SENT = "[hx-post], [ws-send], [data-leaves], [data-uploads], #deeds";
  const pressed = new Set(), chosen = new Set();
  const ready = new AbortController();
  const early = { capture: true, signal: ready.signal };
  window.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (button?.type !== "button" && !button?.form?.matches(SENT)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed.add(button);
  }, early);
  window.addEventListener("change", ({ target }) => { chosen.add(target); }, early);
  // Some scripts begin at this event: they come first.
  document.addEventListener("DOMContentLoaded", () => setTimeout(() => {
    ready.abort();
    for (const field of chosen) field.dispatchEvent(new Event("change", { bubbles: true }));
    for (const button of pressed) button.click();
  }));
})();
