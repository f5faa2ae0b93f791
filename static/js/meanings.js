// What a partner adds to a meaning: sent over the table's socket, and kept while the table around it moves.
(() => {
  "use strict";
  const writing = document.getElementById("say-meaning");
  if (!writing) return;
  const link = () => document.getElementById("link")?.dataset.link;
  // By the socket where there is one, else as a form goes; offline it stays in the field.
  writing.addEventListener("submit", (event) => {
    if (!event.submitter || link() === "lost") { event.preventDefault(); event.stopImmediatePropagation(); }
    else if (!["ok", "slow"].includes(link())) event.stopImmediatePropagation();
  }, true);
  document.addEventListener("DOMContentLoaded", () => {
    const callbacks = window.Idiomorph?.defaults.callbacks;
    if (!callbacks) return;
    const before = callbacks.beforeNodeMorphed;
    callbacks.beforeNodeMorphed = (old, fresh) => {
      if (old.id && old.id === fresh.id && old.matches?.(".meant input") && old.value) fresh.setAttribute("value", old.value);
      return before ? before(old, fresh) : true;
    };
  });
})();
