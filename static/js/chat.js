// The chat of the table: written over the same socket, kept while the table around it moves, and counted while unread.
(() => {
  "use strict";
  const writing = document.getElementById("chat-form");
  if (!writing) return;
  const section = () => document.getElementById("chat");
  const link = () => document.getElementById("link")?.dataset.link;
  let socket = null;
  let onItsWay = false;   // what stands in the field has been sent
  let seen = newest();    // the number of the last message that was in sight
  let inSight = false;

  function newest() {
    return Math.max(0, ...[...document.querySelectorAll("#talk [data-message]")].map((one) => Number(one.dataset.message)));
  }

  // A message goes by the socket where there is one, else as a form does; offline it stays in the field.
  writing.addEventListener("submit", (event) => {
    if (link() === "lost") { event.preventDefault(); event.stopImmediatePropagation(); }
    else if (!["ok", "slow"].includes(link()) || !socket) event.stopImmediatePropagation();
    else onItsWay = true;
  }, true);
  document.addEventListener("htmx:wsOpen", (event) => { socket = event.detail.socketWrapper; if (section()) read(); });
  document.addEventListener("htmx:wsClose", () => { socket = null; });
  function read() {
    socket?.send(JSON.stringify({ do: "chat" }), writing);
  }

  // The table's own fragment holds a place for the chat only: what is there stays, and so does what is being written.
  document.addEventListener("DOMContentLoaded", () => {
    const callbacks = window.Idiomorph?.defaults.callbacks;
    if (!callbacks) return;
    const before = callbacks.beforeNodeMorphed;
    callbacks.beforeNodeMorphed = (old, fresh) => {
      if (old.id === "chat" && fresh.hasAttribute?.("data-kept")) return false;
      if (old.id === "chat-text" && fresh.id === "chat-text" && !onItsWay && old.value) fresh.setAttribute("value", old.value);
      return before(old, fresh);
    };
  });
  document.addEventListener("htmx:wsAfterMessage", (event) => {
    const empty = section()?.hasAttribute("data-kept");
    if (empty) read(); // we have just sat down
    if (!event.detail.message.includes('id="talk"')) { count(); return; }
    onItsWay = false;
    const talk = document.getElementById("talk");
    if (talk) talk.scrollTop = talk.scrollHeight;
    watch();
    count();
  });

  // Unread --------------------------------------------------------------------------------------------------------
  const watcher = new IntersectionObserver((entries) => { inSight = entries.at(-1).isIntersecting; count(); });
  let watched = null;
  function watch() {
    const talk = document.getElementById("talk");
    if (talk === watched) return;
    if (watched) watcher.unobserve(watched);
    watched = talk;
    if (talk) watcher.observe(talk);
  }
  function count() {
    if (inSight && !document.hidden) seen = newest();
    const unread = [...document.querySelectorAll("#talk [data-message]:not([data-mine])")].filter((one) => Number(one.dataset.message) > seen).length;
    for (const mark of document.querySelectorAll("[data-unread]")) {
      mark.hidden = unread === 0;
      mark.textContent = mark.dataset.unread ? mark.dataset.unread.replace("{}", unread) : String(unread);
    }
  }
  document.addEventListener("visibilitychange", count);
  document.addEventListener("DOMContentLoaded", () => {
    const talk = document.getElementById("talk");
    if (talk) talk.scrollTop = talk.scrollHeight;
    watch();
  });
})();
