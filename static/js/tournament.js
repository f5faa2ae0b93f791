// The page of a tournament: a socket sends it each version of the part that all readers share; the reader's own part it
// fetches then. While the socket is shut it looks every half minute. Marks what is the reader's own, follows an entrant at once, and moves about in the
// bracket: larger and smaller, a name sought, a round gone to. All of that outlives a new version.
(() => {
  "use strict";
  const live = () => document.getElementById("live");
  const drawing = () => document.getElementById("bk");
  const region = () => document.getElementById("bk-scroll");
  const version = () => Number(live()?.dataset.version ?? 0);
  const LARGE = 300;          // matches from which a drawing takes long to fetch and to put in
  const REST = 8000;          // the least time between two looks at a large drawing
  const [LEAST, READABLE, MOST] = [0.05, 0.6, 2.5];
  const shared = () => document.getElementById("public");
  const unpacks = "DecompressionStream" in window;
  const SPREAD = 2000;        // within so much time all readers fetch their own parts
  let told = false; // the socket is open and tells of each version
  let ownIsOld = false;
  let next = null;  // the newest version of the shared part, until it is put in
  let size = 1;
  let sought = "";
  let turn = 0;
  let looked = 0;
  let planned = 0;

  // What the reader has opened, or is writing, is not taken back by a new version.
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
    !((name === "open" && node.localName === "details") || (name === "value" && ["bk-find", "as-at"].includes(node.id)));

  // The drawing and its words are put in whole: compared node by node they would hold up a phone for seconds.
  const WHOLE = ["bk", "bk-all"];
  Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, fresh) => {
    if (!WHOLE.includes(old.id) || old.id !== fresh.id) return true;
    ["viewBox", "width", "height"].filter((name) => fresh.hasAttribute(name)).forEach((name) => old.setAttribute(name, fresh.getAttribute(name)));
    old.replaceChildren(...fresh.childNodes);
    return false;
  };

  function mark() {
    const mine = new Set((document.getElementById("mine")?.dataset.mine ?? "").split(" ").filter(Boolean));
    document.querySelectorAll("#live [data-entrant]").forEach((one) => {
      one.classList.toggle("is-mine", one.dataset.entrant.split(" ").some((entrant) => mine.has(entrant)));
    });
  }

  // Do something now; with a large drawing at most once in a while.
  function after(rest, what) {
    if (planned || document.hidden) return;
    planned = setTimeout(() => {
      planned = 0;
      looked = Date.now();
      if (!document.hidden) what();
    }, rest);
  }
  function resting() {
    const large = (drawing()?.querySelectorAll(".mt").length ?? 0) > LARGE;
    return large ? Math.max(0, looked + REST - Date.now()) : 0;
  }

  function look() {
    if (!live()?.dataset.socket) return;
    if (next) after(resting(), put);
    else if (!live().dataset.part) after(resting(), () => htmx.trigger("#live", "look"));
    else if (!told) after(resting(), fetchShared);
  }

  // The reader's own part; not all readers at the same moment.
  function lookForOwn() {
    setTimeout(() => {
      ownIsOld = document.hidden;
      if (!ownIsOld) htmx.trigger("#mine", "look");
    }, Math.random() * SPREAD);
  }

  function put() {
    if (!next) return;
    const { html, tag, number } = next;
    next = null;
    if (tag === shared().dataset.have) return;
    Idiomorph.morph(shared(), html, { morphStyle: "innerHTML" });
    shared().dataset.have = tag;
    live().dataset.version = number;
    htmx.process(shared());
    prepare();
  }

  async function take(bytes, number, tag) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const html = await new Response(stream).text();
    if (Number(number) < Math.max(version(), next?.number ?? 0)) return;
    next = { html, tag, number };
    look();
  }

  async function fetchShared() {
    try {
      const answer = await fetch(`${live().dataset.part}?${live().dataset.asks}`);
      if (!answer.ok) return;
      const tag = answer.headers.get("ETag").replace(/^W\//, "").replaceAll('"', "");
      const html = await answer.text();
      if (tag === shared().dataset.have) return;
      next = { html, tag, number: version() };
      look();
      lookForOwn();
    } catch { /* The next look tries again. */ }
  }

  function address() {
    const { socket, part, asks } = live().dataset;
    return part && unpacks ? `${socket}?part=public&have=${shared().dataset.have}&${asks}` : socket;
  }

  function listen() {
    let latest = ["0", undefined];
    window.lelamLine(address, {
      wanted: () => Boolean(live()?.dataset.socket),
      opened() { told = true; },
      lost() { told = false; },
      heard(data) {
        if (data instanceof ArrayBuffer) { take(data, ...latest); return; }
        if (data.startsWith("floor ")) {
          // What is about one match alone stands on its own pages.
          if (data.split(" ").length === 2) lookForOwn();
          return;
        }
        latest = data.split(" ");
        if (Number(latest[0]) <= version()) return;
        if (latest[1] === undefined) { if (live().dataset.part) htmx.trigger("#live", "look"); else look(); return; }
        if (latest[1] === shared().dataset.have) [live().dataset.version] = latest;
        lookForOwn();
      },
    });
  }

  const measures = () => drawing().viewBox.baseVal;

  // The width stands on the root, outside of what a new version puts in.
  function fit() {
    if (drawing()) document.documentElement.style.setProperty("--bk-width", `${measures().width * size}px`);
  }

  // Larger or smaller about a point of the region, which stays where it is.
  function enlarge(to, x = region().clientWidth / 2, y = region().clientHeight / 2) {
    const area = region();
    const [left, top] = [(area.scrollLeft + x) / size, (area.scrollTop + y) / size];
    size = Math.min(MOST, Math.max(LEAST, to));
    fit();
    area.scrollTo(left * size - x, top * size - y);
  }

  // All of it; of a long one its whole width, as far as that can be told apart.
  function whole() {
    const area = region();
    const [wide, high] = [area.clientWidth / measures().width, (area.clientHeight - 12) / measures().height];
    enlarge(Math.min(1, Math.max(Math.min(wide, high), Math.min(wide, 0.3))), 0, 0);
    area.scrollTo(0, 0);
  }

  function change(how) {
    if (how === "whole") whole();
    else enlarge(how === "one" ? 1 : size * (how === "in" ? 1.25 : 0.8));
  }

  function show(box) {
    const area = region();
    const [one, all] = [box.getBoundingClientRect(), area.getBoundingClientRect()];
    const [wide, high] = [one.left < all.left || one.right > all.right, one.top < all.top || one.bottom > all.bottom];
    area.scrollBy(
      wide ? one.left - all.left - (all.width - one.width) / 2 : 0,
      high ? one.top - all.top - (all.height - one.height) / 2 : 0,
    );
  }

  const boxesOf = (rows) => [...new Set([...rows].map((row) => row.closest(".mt")))];

  function find(step) {
    const named = new Map();
    document.querySelectorAll("#follow option").forEach((one) => named.set(one.value, one.textContent.toLowerCase()));
    const has = (row) => row.dataset.entrant.split(" ").some((entrant) => named.get(entrant)?.includes(sought));
    const rows = sought ? [...drawing().querySelectorAll("g[data-entrant]")].filter(has) : [];
    const boxes = boxesOf(rows);
    drawing().querySelectorAll(".hit").forEach((one) => one.classList.remove("hit", "at"));
    [...rows, ...boxes].forEach((one) => one.classList.add("hit"));
    const said = document.getElementById("bk-found");
    said.textContent = !sought ? "" : boxes.length ? "" : said.dataset.none;
    if (!boxes.length) return;
    turn = (turn + step + boxes.length) % boxes.length;
    boxes[turn].classList.add("at");
    said.textContent = said.dataset.of.replace("{number}", turn + 1).replace("{count}", boxes.length);
    if (step === null) return;
    if (size < READABLE) enlarge(1);
    show(boxes[turn]);
  }

  function prepare() {
    mark();
    document.querySelectorAll(".scripted").forEach((one) => { one.hidden = false; });
    document.querySelectorAll(".no-script").forEach((one) => { one.hidden = true; });
    if (!drawing()) return;
    fit();
    if (sought) find(null);
    if (!prepare.done) {
      const own = [...drawing().querySelectorAll("g:is(.mine, .is-mine)")];
      const last = boxesOf(own).at(-1);
      if (last) show(last);
    }
    prepare.done = true;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button) change(button.dataset.zoom);
    const round = event.target.closest(".bk-rounds a");
    if (round && drawing()) {
      event.preventDefault();
      region().scrollTo({ left: Number(round.dataset.x) * size, top: (Number(round.dataset.y) - 30) * size, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    }
  });
  document.addEventListener("change", ({ target }) => {
    if (target.id === "follow") target.form.requestSubmit();
  });
  document.addEventListener("input", ({ target }) => {
    if (target.id !== "bk-find") return;
    sought = target.value.trim().toLowerCase();
    turn = 0;
    find(0);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.id === "bk-find" && event.key === "Enter") {
      event.preventDefault();
      find(event.shiftKey ? -1 : 1);
    }
    if (event.target.id !== "bk-scroll" || event.ctrlKey || event.metaKey || event.altKey) return;
    const how = { "+": "in", "=": "in", "-": "out", "0": "one" }[event.key];
    if (how) { event.preventDefault(); change(how); }
  });
  // The wheel alone scrolls; with Ctrl, which two fingers on a touchpad send as well, it makes the drawing larger.
  document.addEventListener("wheel", (event) => {
    const area = event.target.closest?.("#bk-scroll");
    if (!area || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const at = area.getBoundingClientRect();
    enlarge(size * Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), event.clientX - at.left, event.clientY - at.top);
  }, { passive: false });

  let pinch = null;
  const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  document.addEventListener("touchmove", (event) => {
    const area = event.target.closest?.("#bk-scroll");
    if (!area || event.touches.length !== 2) { pinch = null; return; }
    event.preventDefault();
    const [one, other] = event.touches;
    const now = { apart: apart(event.touches), x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
    if (pinch) {
      const at = area.getBoundingClientRect();
      area.scrollBy(pinch.x - now.x, pinch.y - now.y);
      enlarge(size * now.apart / pinch.apart, now.x - at.left, now.y - at.top);
    }
    pinch = now;
  }, { passive: false });
  document.addEventListener("touchend", () => { pinch = null; });

  // A mouse draws the bracket along; a click that ends a drag opens no match.
  let drag = null;
  document.addEventListener("pointerdown", (event) => {
    const area = event.target.closest?.("#bk-scroll");
    if (area && event.pointerType === "mouse" && event.button === 0) drag = { x: event.clientX, y: event.clientY, moved: false };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || !region()) return;
    const [dx, dy] = [drag.x - event.clientX, drag.y - event.clientY];
    if (!drag.moved && Math.hypot(dx, dy) < 6) return;
    region().classList.add("drags");
    region().scrollBy(dx, dy);
    drag = { x: event.clientX, y: event.clientY, moved: true };
  });
  document.addEventListener("pointerup", () => {
    region()?.classList.remove("drags");
    if (drag?.moved) {
      const stop = (event) => event.preventDefault();
      document.addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => document.removeEventListener("click", stop, { capture: true }), 50);
    }
    drag = null;
  });
  document.addEventListener("dragstart", (event) => { if (event.target.closest?.("#bk-scroll")) event.preventDefault(); });

  document.addEventListener("htmx:afterSwap", prepare);
  document.addEventListener("visibilitychange", () => { look(); if (ownIsOld) lookForOwn(); });
  setInterval(() => { if (!told) look(); }, 30000);
  document.addEventListener("DOMContentLoaded", () => { prepare(); listen(); });
})();
