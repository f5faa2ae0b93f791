// The page of a tournament: told by a socket that a new version is there, it fetches its living part. While the socket is
// shut it looks every half minute. Marks what is the reader's own, follows an entrant at once, and makes the bracket larger.
(() => {
  "use strict";
  const live = () => document.getElementById("live");
  const version = () => Number(live()?.dataset.version ?? 0);
  let wait = 1000;
  let told = false; // the socket is open and tells of each version
  let size = 1;

  function mark() {
    const mine = new Set((live()?.dataset.mine ?? "").split(" ").filter(Boolean));
    document.querySelectorAll("#live [data-entrant]").forEach((one) => {
      one.classList.toggle("is-mine", one.dataset.entrant.split(" ").some((entrant) => mine.has(entrant)));
    });
  }

  function listen() {
    const path = live()?.dataset.socket;
    if (!path) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket.addEventListener("open", () => { wait = 1000; told = true; });
    socket.addEventListener("message", ({ data }) => {
      if (Number(data) > version()) look();
    });
    socket.addEventListener("close", ({ code }) => {
      told = false;
      if (code === 4404) return;
      setTimeout(listen, wait);
      wait = Math.min(30000, wait * 2);
    });
  }

  function look() {
    if (live()?.dataset.socket && !document.hidden) htmx.trigger("#live", "look");
  }

  function enlarge(by) {
    const drawing = document.getElementById("bk");
    if (!drawing) return;
    size = Math.min(2, Math.max(0.25, size * (by > 0 ? 1.25 : 0.8)));
    const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
    drawing.setAttribute("width", Math.round(width * size));
    drawing.setAttribute("height", Math.round(height * size));
  }

  function prepare() {
    mark();
    document.querySelectorAll(".zoom").forEach((one) => { one.hidden = false; });
    if (size !== 1) { const kept = size; size = kept / 1.25; enlarge(1); }
    const followed = document.querySelector(".bk .mt.mine");
    if (followed && !prepare.done) followed.scrollIntoView({ block: "nearest", inline: "center" });
    prepare.done = true;
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-zoom]");
    if (button) enlarge(Number(button.dataset.zoom));
  });
  document.addEventListener("change", ({ target }) => {
    if (target.id === "follow") target.form.requestSubmit();
  });
  document.addEventListener("htmx:afterSwap", prepare);
  document.addEventListener("visibilitychange", look);
  setInterval(() => { if (!told) look(); }, 30000);
  document.addEventListener("DOMContentLoaded", () => { prepare(); listen(); });
})();
