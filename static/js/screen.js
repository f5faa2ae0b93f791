// The big screen: turns its own pages, takes each new version from the socket of its tournament, shows announcements and
// results at once, and goes on turning what it has while the connection is lost. Keys: Space, arrows, F.
(() => {
  "use strict";
  const body = document.body;
  const byId = (id) => document.getElementById(id);
  const SECONDS = Number(body.dataset.seconds);
  const OVERLAY = 20000;       // how long an announcement covers the screen
  const FRESH = 60000;         // how long a new result is marked
  const NEWS = 7000;           // how long a new result stands in the foot
  const PING_EVERY = 5000;
  const LOST_AFTER = 8000;
  const EVENTS_EVERY = 300000; // a hall looks for events that have begun
  const skew = Number(body.dataset.now) - Date.now();
  const now = () => Date.now() + skew;
  const events = [...document.querySelectorAll(".event")].map((root) => ({ root, lostAt: 0, told: new Set(), heard: [] }));
  let shown = null;            // the key of the page that is shown, and its event
  let since = 0;               // when it was turned to
  let held = false;
  const news = [];
  let newsUntil = 0;
  let overlayUntil = 0;
  const waiting = [];          // announcements that have not covered the screen yet

  // Pages

  const slides = () => events.flatMap((event) => [...event.root.querySelectorAll(".slide")].map((slide) => ({ event, slide })));
  const place = (all) => Math.max(0, all.findIndex(({ event, slide }) => event === shown?.event && slide.dataset.key === shown.key));

  function show(step) {
    const all = slides();
    if (!all.length) return;
    const { event, slide } = all[(place(all) + (shown ? step : 0) + all.length) % all.length];
    document.querySelector(".slide.on")?.classList.remove("on");
    slide.classList.add("on");
    shown = { event, key: slide.dataset.key };
    if (step || !since) since = now();
    byId("event").textContent = event.root.dataset.name;
    byId("said").textContent = event.root.querySelector(".said")?.textContent ?? "";
    fit(slide);
  }

  // A text that is too long for its place is made smaller, so that nothing is cut off.
  function fit(root) {
    for (const text of root.querySelectorAll(".fit")) {
      const room = text.closest(".row") ? text : text.parentElement;
      for (let size = 1; size >= 0.4; size -= 0.05) {
        text.style.setProperty("--fit", size);
        if (text.scrollWidth <= text.clientWidth && room.scrollHeight <= room.clientHeight + 1) break;
      }
    }
  }

  function tick() {
    const at = now();
    byId("clock").textContent = clock.format(at);
    byId("turn").value = held ? 0 : Math.min(1, (at - since) / (SECONDS * 1000));
    for (const count of document.querySelectorAll(".slide.on [data-until]")) countdown(count, at);
    if (overlayUntil && at > overlayUntil) { overlayUntil = 0; byId("overlay").hidden = true; since = at; }
    if (!overlayUntil && waiting.length) cover(waiting.shift());
    if (at > newsUntil) tell(news.shift(), at);
    const lost = events.filter((event) => event.lostAt).map((event) => event.lostAt);
    byId("lost").hidden = !lost.length;
    if (lost.length) byId("since").textContent = clock.format(Math.min(...lost));
    if (!held && !overlayUntil && at - since >= SECONDS * 1000) show(1);
  }

  const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: body.dataset.zone });
  function countdown(place, at) {
    const left = Math.max(0, Math.round(Number(place.dataset.until) - at / 1000));
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (number) => String(number).padStart(2, "0");
    place.textContent = hours > 23 ? "" : `${hours ? `${hours}:` : ""}${hours ? two(minutes) : minutes}:${two(seconds)}`;
  }

  // Results and announcements

  function tell(row, at) {
    const foot = byId("news");
    foot.replaceChildren();
    newsUntil = 0;
    if (!row) return;
    const title = document.createElement("b");
    title.textContent = `${foot.dataset.title}: `;
    foot.append(title, row);
    newsUntil = at + NEWS;
  }

  function cover(text) {
    const overlay = byId("overlay");
    overlay.querySelector(".text").textContent = text;
    overlay.hidden = false;
    overlayUntil = now() + OVERLAY;
    fit(overlay);
  }

  // The first version tells nothing new: only what comes while the screen is open is news.
  function notice(event, first) {
    for (const row of event.root.querySelectorAll(".decided [data-result]")) {
      const key = row.dataset.result;
      if (!event.told.has(key) && !first) {
        news.push(row.textContent.trim());
        event.fresh = { ...event.fresh, [key]: now() };
      }
      event.told.add(key);
    }
    for (const one of event.root.querySelectorAll("[data-announcement]")) {
      const key = `announcement ${one.dataset.announcement}`;
      if (!event.told.has(key) && (!first || now() / 1000 - Number(one.dataset.at) < 120)) waiting.push(one.textContent);
      event.told.add(key);
    }
    for (const row of event.root.querySelectorAll(".row[data-result]")) {
      row.classList.toggle("fresh", now() - (event.fresh?.[row.dataset.result] ?? 0) < FRESH);
    }
  }

  // The connection

  async function take(event, bytes, tag) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    put(event, await new Response(stream).text(), tag);
  }

  function put(event, html, tag) {
    if (event.root.dataset.have === tag) return;
    const pages = event.root.querySelector(".pages");
    pages.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
    event.root.dataset.have = tag;
    notice(event, false);
    const seen = slides().some((one) => one.event === shown?.event && one.slide.dataset.key === shown.key);
    show(seen ? 0 : 1);
    if (!overlayUntil && waiting.length) cover(waiting.shift());
    if (now() > newsUntil) tell(news.shift(), now());
  }

  // What a screen without a socket, or with an old browser, is shown.
  async function fetchPages(event) {
    try {
      const answer = await fetch(`${event.root.dataset.part}?${body.dataset.asks}`);
      if (!answer.ok) return;
      put(event, await answer.text(), answer.headers.get("ETag").replace(/^W\//, "").replaceAll('"', ""));
    } catch { /* The sign of the lost connection stands already. */ }
  }

  function listen(event) {
    const pushed = "DecompressionStream" in window;
    window.lelamLine(() => `${event.root.dataset.socket}?part=screen&have=${event.root.dataset.have}&${body.dataset.asks}`, {
      first: 500,
      most: 15000,
      pingEvery: PING_EVERY,
      lostAfter: LOST_AFTER,
      lost() {
        event.lostAt ||= now();
        fetchPages(event);
      },
      heard(data) {
        event.lostAt = 0;
        if (typeof data === "string") { event.heard = data.split(" "); if (!pushed) fetchPages(event); return; }
        if (pushed) take(event, data, event.heard[1]);
      },
    });
  }

  // Keys and the screen itself

  function pause() {
    held = !held;
    since = now();
    byId("held").hidden = !held;
    document.querySelector("[data-do=pause]").setAttribute("aria-pressed", String(held));
  }
  const full = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.())?.catch?.(() => {});
  const deeds = { next: () => show(1), before: () => show(-1), pause, full };
  const keys = { ArrowRight: "next", PageDown: "next", ArrowLeft: "before", PageUp: "before", " ": "pause", f: "full", F: "full" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    if (event.key === " " && event.target.closest("button")) return;
    event.preventDefault();
    deeds[keys[event.key]]();
  });
  byId("controls").addEventListener("click", (event) => deeds[event.target.closest("[data-do]")?.dataset.do]?.());

  let rest = 0;
  document.addEventListener("pointermove", () => {
    body.classList.add("near");
    clearTimeout(rest);
    rest = setTimeout(() => body.classList.remove("near"), 3000);
  });
  const stayAwake = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };
  document.addEventListener("visibilitychange", stayAwake);
  window.addEventListener("offline", () => events.forEach((event) => { event.lostAt ||= now(); }));
  window.addEventListener("resize", () => { const on = document.querySelector(".slide.on"); if (on) fit(on); });

  async function lookForEvents() {
    try {
      const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
      const found = page.body.dataset.events;
      if (found !== undefined && found !== body.dataset.events) location.reload();
    } catch { /* The next look tries again. */ }
  }

  events.forEach((event) => notice(event, true));
  show(0);
  document.fonts.ready.then(() => show(0));
  events.forEach(listen);
  setInterval(tick, 250);
  tick();
  stayAwake();
  if (location.pathname.startsWith("/clubs/")) setInterval(lookForEvents, EVENTS_EVERY);
})();
