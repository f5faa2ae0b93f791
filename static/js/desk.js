// The desk: told by its sockets, and every quarter of a minute, it fetches its living part; forms are sent without leaving
// the page, so that what is half typed elsewhere and the place of the keys stay; and everything is done by keys as well.
(() => {
  "use strict";
  const desk = () => document.getElementById("desk");
  const main = () => document.getElementById("main");
  const typed = new WeakSet();   // forms in which something is typed that was not sent
  const sockets = new Set();     // the lines that are kept
  let planned = 0;
  let sending = 0;
  let missed = false;            // news came while a form was under way
  let wanted = "";               // the tile to which the keys go back

  // What somebody types or has opened is not taken back by what comes from the server.
  const calls = Idiomorph.defaults.callbacks;
  calls.beforeNodeMorphed = (old) => !(old.localName === "form" && typed.has(old));
  calls.beforeNodeRemoved = (old) => !(old.localName === "form" && typed.has(old) && old.contains(document.activeElement));
  calls.beforeAttributeUpdated = (name, node) => !(name === "open" && node.localName === "details");

  const changed = (form) => [...form.elements].some((field) =>
    field.type === "hidden" ? false
      : field.options ? [...field.options].some((one) => one.selected !== one.defaultSelected) && field.selectedIndex > 0
        : ["checkbox", "radio"].includes(field.type) ? field.checked !== field.defaultChecked
          : "defaultValue" in field && field.value !== field.defaultValue);

  function look() {
    if (sending) missed = true;
    if (planned || document.hidden || sending || !desk()) return;
    planned = setTimeout(() => { planned = 0; if (sending) missed = true; else htmx.trigger("#desk", "look"); }, 120);
  }

  function listen() {
    const paths = (desk()?.dataset.sockets ?? "").split(" ").filter(Boolean);
    for (const path of paths) if (!sockets.has(path)) open(path);
  }

  function open(path) {
    let heard = "";
    sockets.add(path);
    window.lelamLine(() => path, {
      wanted: () => (desk()?.dataset.sockets ?? "").split(" ").includes(path) || !sockets.delete(path),
      opened: (again) => { heard = ""; if (again) look(); },
      heard(data) {
        if (typeof data !== "string") return;
        if (heard && data !== heard) look();
        heard = data;
      },
    });
  }

  const here = (url) => new URL(url, location.href).pathname === new URL(desk().getAttribute("hx-get"), location.href).pathname;

  // Puts a page that the server sent in place of this one, without losing where the keys are.
  function put(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const next = fresh.getElementById("main");
    if (!next?.querySelector("#desk")) return false;
    const at = document.activeElement?.id;
    Idiomorph.morph(main(), next, { morphStyle: "outerHTML" });
    htmx.process(main());
    ready();
    if (at && document.activeElement?.id !== at) document.getElementById(at)?.focus({ preventScroll: true });
    return true;
  }

  async function send(form, button) {
    const body = new FormData(form, button);
    sending += 1;
    form.setAttribute("aria-busy", "true");
    const panel = form.closest("[id][tabindex='-1'], li[data-tile], form[id]")?.id;
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
      const html = await answer.text();
      const stays = answer.status === 422 || (answer.ok && answer.redirected && here(answer.url));
      typed.delete(form);
      if (!stays) { location.assign(answer.url); return; }
      if (answer.ok && form.dataset.keep !== undefined) form.reset();
      if (!put(html)) { location.assign(answer.url); return; }
      after(answer.ok ? form : document.getElementById(form.id), panel, answer.ok);
    } catch {
      form.submit();   // no answer: the same command again does nothing twice
    } finally {
      sending -= 1;
      form.removeAttribute("aria-busy");
      if (missed) { missed = false; look(); }
    }
  }

  // Where the keys go after a deed: to what is wrong, back to the tile or the form, else to what waits next.
  function after(form, panel, ok) {
    const wrong = !ok && form?.querySelector(".field:has(.err) :is(input:not([type=hidden]), textarea, select)");
    if (wrong) { wrong.focus(); return; }
    if (form?.id === "entry") { document.getElementById("id_table")?.focus(); return; }
    if (document.activeElement && document.activeElement !== document.body) return;
    const next = (wanted && document.getElementById(wanted))
      ?? (panel && document.getElementById(panel))
      ?? document.querySelector(".queue > section[tabindex='-1'] .btn")
      ?? document.querySelector("#tiles a");
    next?.focus({ preventScroll: next.classList.contains("tile") });
  }

  async function go(url) {
    try {
      const answer = await fetch(url, { headers: { Accept: "text/html" } });
      if (!answer.ok || answer.redirected || !put(await answer.text())) throw new Error("not here");
      history.replaceState(history.state, "", url);
    } catch { location.assign(url); }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!desk()?.contains(form) || event.defaultPrevented) return;
    if (form.method === "get" && form.dataset.desk !== undefined) {
      event.preventDefault();
      typed.delete(form);
      go(`?${new URLSearchParams([...new FormData(form)].filter(([, value]) => value))}`);
    } else if (form.method === "post" && event.submitter?.name !== "preview") {
      event.preventDefault();
      send(form, event.submitter);
    }
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-desk]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.getAttribute("href"));
  });

  document.addEventListener("input", ({ target }) => {
    const form = target.form;
    if (!form || !desk()?.contains(form)) return;
    if (changed(form)) typed.add(form); else typed.delete(form);
    if (target.id === "id_table") sides(target.value);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.form && desk()?.contains(target.form) && changed(target.form)) typed.add(target.form);
  });

  // The sides of the table that is typed, in the order of their points.
  function sides(value) {
    const told = document.getElementById("entry-sides");
    const tile = value.trim() && [...document.querySelectorAll("#tiles a")].find((one) => one.dataset.table === value.trim());
    if (told) told.textContent = tile ? tile.dataset.sides : "";
  }

  // Seconds go on by themselves between two looks.
  function tick() {
    const now = Math.floor(Date.now() / 1000);
    document.querySelectorAll("[data-since]").forEach((one) => {
      const waited = Math.max(0, now - Number(one.dataset.since));
      one.textContent = `${Math.floor(waited / 60)}:${String(waited % 60).padStart(2, "0")}`;
    });
  }

  const tiles = () => [...document.querySelectorAll("#tiles a")];
  const submit = (form) => (form ? (form.requestSubmit(form.querySelector("[type=submit]")), true) : false);

  function step(key, from) {
    const all = tiles();
    const at = all.indexOf(from);
    const top = from.getBoundingClientRect();
    if (key === "ArrowRight") return all[at + 1];
    if (key === "ArrowLeft") return all[at - 1];
    if (key === "Home") return all[0];
    if (key === "End") return all.at(-1);
    const down = key === "ArrowDown";
    const rows = all.map((one) => [one, one.getBoundingClientRect()])
      .filter(([, box]) => (down ? box.top > top.top + 4 : box.top < top.top - 4));
    const row = rows.reduce((best, [, box]) => (best === null || (down ? box.top < best : box.top > best) ? box.top : best), null);
    return rows.filter(([, box]) => Math.abs(box.top - row) < 4)
      .sort(([, one], [, other]) => Math.abs(one.left - top.left) - Math.abs(other.left - top.left))[0]?.[0];
  }

  // What of a panel belongs to the tile with the keys, and nothing of another table; without a tile the first of the panel.
  function of(panel, inner) {
    const tile = document.activeElement?.closest(".tile")?.id;
    return document.querySelector(`${panel} ${tile ? `[data-tile="${CSS.escape(tile)}"] ` : ""}${inner}`);
  }

  const DEEDS = {
    t: () => (document.getElementById(wanted) ?? tiles()[0])?.focus(),
    c: () => submit(of("#results", ".confirm form")),
    g: () => submit(of("#calls", "form.claim")),
    e: () => document.getElementById("id_table")?.focus(),
    a: () => document.getElementById("id_audience")?.focus(),
    u: () => document.getElementById("undo-last")?.focus(),
    "/": () => document.getElementById("q")?.focus(),
    q: () => {
      const all = [...document.querySelectorAll(".queue > section[tabindex='-1']")];
      const at = all.findIndex((one) => one.contains(document.activeElement));
      (all[at + 1] ?? all[0])?.focus();
    },
    "?": () => {
      const keys = document.getElementById("keys");
      if (!keys) return;
      keys.open = !keys.open;
      keys.querySelector("summary").focus();
    },
  };

  document.addEventListener("keydown", (event) => {
    if (!desk() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { target, key } = event;
    const writes = target.matches("input, textarea, select");
    if (key === "Escape") {
      const keys = document.getElementById("keys");
      if (keys?.open) { keys.open = false; keys.querySelector("summary").focus(); return; }
      if (writes) (document.getElementById(wanted) ?? tiles()[0])?.focus();
      return;
    }
    if (writes) return;
    const tile = target.closest?.(".tile");
    if (tile && ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"].includes(key)) {
      event.preventDefault();
      step(key, tile)?.focus();
      return;
    }
    if (/^\d$/.test(key)) {
      const chip = document.querySelectorAll(".tables .chips a")[Number(key)];
      if (chip) { event.preventDefault(); chip.focus(); chip.click(); }
      return;
    }
    const deed = DEEDS[key];
    if (deed) { event.preventDefault(); deed(); }
  });
  document.addEventListener("focusin", ({ target }) => {
    const tile = target.closest?.(".tile");
    document.querySelectorAll(".queue .at").forEach((one) => one.classList.remove("at"));
    if (!tile) return;
    wanted = tile.id;
    document.querySelectorAll(`[data-tile="${CSS.escape(tile.id)}"]`).forEach((one) => one.classList.add("at"));
  });

  let said = 0;
  function ready() {
    listen();
    const told = document.querySelector(".messages");
    clearTimeout(said);
    if (told) { told.classList.remove("gone"); said = setTimeout(() => told.classList.add("gone"), 9000); }
    const table = document.getElementById("id_table");
    if (table?.value) sides(table.value);
    tick();
  }

  // A tile that moves to another place loses the keys in browsers that move by taking out and putting in.
  let held = "";
  document.addEventListener("htmx:beforeSwap", () => { held = document.activeElement?.id ?? ""; });
  document.addEventListener("htmx:afterSwap", () => {
    ready();
    if (held && document.activeElement?.id !== held) document.getElementById(held)?.focus({ preventScroll: true });
  });
  document.addEventListener("visibilitychange", look);
  setInterval(tick, 1000);
  document.addEventListener("DOMContentLoaded", ready);
})();
