// The floor at a match: told by the tournament's socket that something is new, it looks at once. Else it looks once a
// minute, as announcements end without a word; while the socket is shut, every 20 seconds.
(() => {
  "use strict";
  const floor = document.getElementById("floor");
  if (!floor) return;
  const SPREAD_MS = 1000;
  const OF_POLLS = 3;  // one of so many is sent while the socket tells of news
  let polls = 0;

  const now = document.getElementById("floor-now");
  const KEY = `lelam-read ${floor.dataset.socket}`;
  const read = () => new Set(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));

  // An announcement that was read here is not shown again in this window.
  function tidy() {
    const known = read();
    now.querySelectorAll("[data-told]").forEach((told) => {
      told.hidden = known.has(told.dataset.told);
      told.querySelector("button").hidden = false;
    });
  }
  now.addEventListener("click", ({ target }) => {
    const told = target.closest(".fl-read")?.closest("[data-told]");
    if (!told) return;
    sessionStorage.setItem(KEY, JSON.stringify([...read().add(told.dataset.told)]));
    tidy();
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) => { if (detail.target === now) tidy(); });

  const look = () => { if (!document.hidden) htmx.trigger("#floor-now", "look"); };

  const line = window.lelamLine(() => floor.dataset.socket, {
    first: 2000,
    most: 60000,
    pingEvery: 50000,
    opened: look, // the first time, too: what was told since the page was made is not told again
    heard(data) {
      const [kind, , about] = String(data).split(" ");
      if (kind !== "floor") return;
      // What concerns everybody is fetched by all pages of a hall: not in the same moment.
      if (!about) setTimeout(look, Math.random() * SPREAD_MS);
      else if (about === floor.dataset.mark) look();
    },
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    const polled = elt === now && requestConfig.triggeringEvent?.type !== "look";
    if (polled && line.isOpen() && ++polls % OF_POLLS) event.preventDefault();
  });
  // A call that was made closes its form; a refused one stays as it was written.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const form = detail.elt.closest(".fl-form form");
    if (!form || !detail.successful || document.querySelector("#floor-now .fl-no")) return;
    form.reset();
    form.closest("details").open = false;
    document.getElementById("floor-now").scrollIntoView({ block: "nearest" });
  });
  tidy();
})();
