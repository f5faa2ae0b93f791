// Polls (hx-trigger="every …, look"): none is sent while the page is hidden; when it is seen again, one at once.
(() => {
  "use strict";
  const POLLS = '[hx-trigger*="every "]';
  const seen = new Map();  // of a part that polls for itself: the ETag that the page shows, by the part's id
  const look = () => {
    if (!document.hidden) document.querySelectorAll(POLLS).forEach((poll) => htmx.trigger(poll, "look"));
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden && event.detail.elt.matches(POLLS)) event.preventDefault();
  });
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt.matches(POLLS) && seen.has(detail.elt.id)) detail.headers["If-None-Match"] = seen.get(detail.elt.id);
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    const etag = detail.xhr?.getResponseHeader("ETag");
    if (etag && detail.target?.id) seen.set(detail.target.id, etag);
  });
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", (event) => { if (event.persisted) look(); });
})();
