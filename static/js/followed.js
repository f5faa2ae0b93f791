// Marks what the reader follows on the page of a tournament, by a word and a star as well as by a colour. The public part
// of the page is the same for everybody, so the marks are put in here whenever that part has changed.
(() => {
  "use strict";
  const SEPARATOR = " ";

  function mark() {
    const own = document.getElementById("mine");
    if (!own) return;
    const followed = new Set((own.dataset.followed ?? "").split(SEPARATOR).filter(Boolean));
    document.querySelectorAll("#public [data-entrant]").forEach((row) => {
      const is = row.dataset.entrant.split(SEPARATOR).some((entrant) => followed.has(entrant));
      if (row.classList.contains("is-followed") !== is) row.classList.toggle("is-followed", is);
    });
    document.querySelectorAll("#public .star").forEach((star) => {
      const is = followed.has(star.value);
      const shape = star.firstElementChild;
      if (is === (shape.textContent === "★")) return;
      star.dataset.title ??= star.title;
      shape.textContent = is ? "★" : "☆";
      star.title = is ? star.dataset.followedTitle : star.dataset.title;
      star.setAttribute("aria-pressed", String(is));
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    mark();
    const page = document.getElementById("live")?.parentElement;
    if (!page) return;
    let due = 0;
    new MutationObserver(() => {
      due ||= requestAnimationFrame(() => { due = 0; mark(); });
    }).observe(page, { childList: true, subtree: true });
  });
})();
