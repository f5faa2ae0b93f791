// A captain's number in a lot (docs/reference/fair-lot.md): made and kept here, promised by its fingerprint, opened by itself once the
// list is closed. Nothing of the number leaves the browser before. Every word it shows stands in the page.
(() => {
  "use strict";
  const HEX = /^([0-9a-f]{2}){16,64}$/;
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (two) => parseInt(two, 16));
  const hex = (array) => [...array].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const whole = (number) => { const four = new DataView(new ArrayBuffer(4)); four.setUint32(0, number); return [...new Uint8Array(four.buffer)]; };
  async function fingerprint(lot, number) {
    const entrants = lot.entrants.split(" ").map(Number);
    const parts = [
      ...new TextEncoder().encode("lelam-lot-number/1\0"), ...bytes(lot.tournament.replaceAll("-", "")), ...whole(Number(lot.lot)),
      ...whole(entrants.length), ...entrants.flatMap(whole), ...bytes(lot.commitment), ...whole(Number(lot.entrant)), ...bytes(number),
    ];
    return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(parts))));
  }

  // What is kept: one entry for each lot and entrant.
  const shelf = (() => { try { return window.localStorage; } catch { return null; } })();
  const memory = new Map();
  const key = (lot) => `lelam-lot:${lot.tournament}:${lot.lot}:${lot.entrant}`;
  function load(lot) {
    try { return memory.get(key(lot)) ?? JSON.parse(shelf?.getItem(key(lot)) ?? "null"); } catch { return null; }
  }
  function save(lot, kept) {
    try { shelf.setItem(key(lot), JSON.stringify(kept)); } catch { memory.set(key(lot), kept); }
  }

  async function send(place, number) {
    const lot = place.dataset;
    const kept = { number, fingerprint: await fingerprint(lot, number), commitment: lot.commitment, entrants: lot.entrants, at: Date.now() };
    save(lot, kept); // before it is sent: a number that is forgotten cannot be opened
    const form = place.querySelector("form.ask");
    form.elements.commitment.value = kept.fingerprint;
    form.requestSubmit();
  }
  const isSame = (lot, kept) => kept.commitment === lot.commitment && kept.entrants === lot.entrants && kept.fingerprint === lot.promised;

  // Opened once by itself, one number a page; if that was refused, the button is left.
  let sent = false;
  function open(place, kept) {
    const form = place.querySelector("form.ask");
    form.elements.number.value ||= kept.number;
    if (kept.opened || sent) return;
    kept.opened = sent = true;
    save(place.dataset, kept);
    form.requestSubmit();
  }
  const show = (place, name, seen = true) => { const one = place.querySelector(`[data-${name}]`); if (one) one.hidden = !seen; return one; };
  function see(place) {
    const lot = place.dataset;
    const kept = load(lot);
    const mine = Boolean(kept) && Boolean(lot.promised);
    if (lot.phase === "promise") {
      show(place, "script", Boolean(crypto.subtle));
      show(place, "insecure", !crypto.subtle);
      return;
    }
    show(place, "changed", mine && !isSame(lot, kept));
    if (!lot.opened) {
      const words = show(place, "kept", mine);
      words.querySelector("code").textContent = kept?.number ?? "";
      show(place, "lost", Boolean(lot.promised) && !kept && ["wait", "open"].includes(lot.phase));
    }
    if (lot.phase === "open" && mine && isSame(lot, kept)) open(place, kept);
    if ("drawn" in lot) {
      show(place, "in", mine && isSame(lot, kept) && lot.opened === kept.number);
      show(place, "out", mine && lot.opened !== kept.number);
    }
  }
  const all = () => document.querySelectorAll(".own-number").forEach(see);

  document.addEventListener("click", ({ target }) => {
    const place = target.closest(".own-number");
    if (!place) return;
    if (target.closest("[data-random]")) send(place, hex(crypto.getRandomValues(new Uint8Array(32))));
    if (target.closest("[data-own]")) {
      const number = place.querySelector("[data-typed]").value.replace(/\s/g, "").toLowerCase();
      show(place, "malformed", !HEX.test(number));
      if (HEX.test(number)) send(place, number);
    }
  });
  // A form that is being filled in stays; and what is shown already is not shown again.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const now = document.getElementById("live");
    const [, version] = /data-version="(\d+)"/.exec(event.detail.serverResponse ?? "") ?? [];
    const fills = document.activeElement?.matches("#live :is(input, select, textarea)");
    if (event.detail.target === now && (version === now.dataset.version || fills)) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSwap", all);
  document.addEventListener("DOMContentLoaded", all);
})();
