// Steps through a hand. The page holds all steps: an element that is not the same at all of them carries the steps at
// which it changes, and this file draws any step by them, without a request. Each step is also a page of its own, at
// ?step=.
(() => {
  "use strict";
  const page = document.getElementById("replay");
  const last = Number(page.dataset.last);
  const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
  const texts = [...document.querySelectorAll("#log li")];
  const byId = (id) => document.getElementById(id);
  const changing = (name) => [...page.querySelectorAll(`[data-${name}]`)].map((place) => ({ place, changes: place.dataset[name].split(" ").map(Number) }));
  // A change turns on what was off, and off what was on; before the first step it is off.
  const isOn = (changes, step) => changes.filter((change) => change <= step).length % 2 === 1;
  const shown = changing("on");
  const gone = changing("gone");
  const here = changing("here");
  const said = [...page.querySelectorAll(".auction a[data-step]")];
  let at = Number(page.dataset.step);
  let shut = false;
  let writing = null;

  const mark = (place, current) => { if (current) place.setAttribute("aria-current", "step"); else place.removeAttribute("aria-current"); };
  const lead = (id, step) => { byId(id).dataset.step = step; byId(id).href = `?step=${step}`; };
  // The player's own decisions that were reviewed: the review is a part of this page for its player alone.
  function markReviewed() {
    for (const old of page.querySelectorAll(".graded")) old.remove();
    for (const line of document.querySelectorAll("#my-play [data-grade]")) {
      const step = line.querySelector("[data-step]").dataset.step;
      const places = [page.querySelector(`#log a[data-step="${step}"]`), Number(step) === at ? byId("cap-t") : null];
      for (const place of places.filter(Boolean)) {
        const sign = line.querySelector(".badge").cloneNode(true);
        sign.classList.add("graded");
        place.after(" ", sign);
      }
    }
  }
  function draw() {
    page.dataset.step = at;
    for (const { place, changes } of shown) place.hidden = !isOn(changes, at);
    for (const { place, changes } of gone) place.classList.toggle("gone", isOn(changes, at));
    for (const { place, changes } of here) {
      mark(place, isOn(changes, at));
      if (place.matches("tr")) place.classList.toggle("here", isOn(changes, at));
    }
    for (const link of said) link.closest("td").classList.toggle("here", Number(link.dataset.step) === at);
    texts.forEach((line, step) => mark(line, step === at));
    const { kind, phase } = texts[at].dataset;
    const line = texts[at].querySelector("a").cloneNode(true);
    byId("cap").dataset.kind = kind;
    byId("cap-p").textContent = phase;
    byId("cap-t").replaceChildren(...line.cloneNode(true).childNodes);
    for (const sign of line.querySelectorAll("[data-suit]")) sign.replaceWith(SIGNS[sign.dataset.suit]);
    const text = line.textContent.trim();
    lead("back", Math.max(0, at - 1));
    lead("on", Math.min(last, at + 1));
    const slider = byId("step");
    slider.value = at;
    slider.setAttribute("aria-valuetext", slider.dataset.says.replace("{number}", at).replace("{text}", () => text));
    if (byId("share")) byId("share").dataset.step = at;
    for (const id of ["check-link", "dispute-link"]) if (byId(id)) byId(id).search = `?step=${at}`;
    markReviewed();
  }
  function go(step) {
    const next = Math.max(0, Math.min(last, step));
    if (next === at) return;
    at = next;
    draw();
    // Browsers refuse an address that changes with every repeat of a key held down.
    clearTimeout(writing);
    writing = setTimeout(() => history.replaceState(null, "", `?step=${at}`), 150);
  }
  const jumps = () => [...page.querySelectorAll("[data-jump]")].map((link) => Number(link.dataset.step));
  const jump = (way) => go(way > 0 ? jumps().find((step) => step > at) ?? last : jumps().reverse().find((step) => step < at) ?? 0);
  function hide() {
    shut = !shut;
    byId("deal").classList.toggle("shut", shut);
    const button = byId("hide");
    button.setAttribute("aria-pressed", String(shut));
    button.textContent = shut ? button.dataset.shut : button.dataset.open;
  }
  markReviewed();
  document.addEventListener("htmx:afterSettle", ({ target }) => { if (target.closest("#my-play") || target.querySelector("#my-play")) markReviewed(); });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-step]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); go(Number(link.dataset.step)); }
    if (event.target.closest?.("#hide")) hide();
  });
  document.addEventListener("input", (event) => { if (event.target.id === "step") go(Number(event.target.value)); });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input:not([type=range]), textarea, select")) return;
    const keys = {
      ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), ArrowUp: () => jump(-1), ArrowDown: () => jump(1),
      Home: () => go(0), End: () => go(last), h: hide,
    };
    const act = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (act) { event.preventDefault(); act(); }
  });
})();
