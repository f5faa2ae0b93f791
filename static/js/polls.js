// Polls (hx-trigger="every …, look"): none is sent while the page is hidden; when it is seen again, one at once.
// The poll of a page's live parts is sent when the socket of news says that there is something new, and once a minute
// to be safe; while that socket is lost, as often as the poll says.
(() => {
  "use strict";
  const POLLS = '[hx-trigger*="every "]';
  const SAFE = 55000;  // at least so long after the last request, the timer's next one; milliseconds, as all below
  const SOON = 3000;  // the least time between two requests …
  const LATER = 10000;  // … and once two came within this time, for public news this: a busy evening is no flood
  const SPREAD = 800;  // pages that are told together do not ask together
  const UNSEEN = 60000;  // a page hidden for so long does without the socket
  const seen = new Map();  // of a part that polls for itself: the ETag that the page shows, by the part's id
  const look = () => {
    if (!document.hidden) document.querySelectorAll(POLLS).forEach((poll) => htmx.trigger(poll, "look"));
  };

  let line = null;  // the socket of news
  let rare = false;  // the timer is held back
  // When the last two requests for the live parts were sent. The timer's first is sent in any case: it makes up for what
  // was told between the page and its socket.
  let before = -Infinity, asked = -Infinity;
  let timer = 0, due = 0;
  const ask = () => {
    timer = 0;
    const poll = document.getElementById("poll");
    if (poll && !document.hidden) htmx.trigger(poll, "look");
  };
  const heard = (words) => {
    if (document.hidden) return;
    const rest = words.split(" ").includes("mine") || asked - before > LATER ? SOON : LATER;
    const wait = Math.max(0, asked + rest - Date.now()) + Math.random() * SPREAD;
    if (timer && due <= Date.now() + wait) return;
    clearTimeout(timer);
    due = Date.now() + wait;
    timer = setTimeout(ask, wait);
  };
  const listen = () => {
    const topics = document.getElementById("poll")?.dataset.topics;
    if (topics === undefined) return;
    // A tournament's page has a socket of its own: its bell alone is worth no second one.
    if (!topics && lelamLine.count()) { rare = true; return; }
    line = lelamLine(() => `/ws/news/?topics=${topics}`, {
      heard,
      opened: (again) => { rare = true; if (again) heard("mine"); },
      lost: () => { rare = false; },
      wanted: () => !document.hidden,
      most: 120000,
    });
  };
  window.addEventListener("load", listen);

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (!elt.matches(POLLS)) return;
    const held = elt.id === "poll" && rare && !requestConfig.triggeringEvent && Date.now() - asked < SAFE;
    if (document.hidden || held) event.preventDefault();
    else if (elt.id === "poll") { before = asked; asked = Date.now(); }
  });
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt.matches(POLLS) && seen.has(detail.elt.id)) detail.headers["If-None-Match"] = seen.get(detail.elt.id);
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    const etag = detail.xhr?.getResponseHeader("ETag");
    if (etag && detail.target?.id) seen.set(detail.target.id, etag);
  });
  let leaving = 0;
  document.addEventListener("visibilitychange", () => {
    look();
    clearTimeout(leaving);
    if (document.hidden) leaving = setTimeout(() => line?.close(), UNSEEN);
    else line?.open();
  });
  // With an open socket a browser keeps no page for Back.
  window.addEventListener("pagehide", () => line?.close());
  window.addEventListener("pageshow", (event) => { if (event.persisted) { look(); line?.open(); } });
})();
