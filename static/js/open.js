// The cards of the usual games choose in the list of all games. Without scripts they are links to this page.
(() => {
  "use strict";
  const list = document.getElementById("id_rules");
  const cards = [...document.querySelectorAll("[data-rules]")];
  const show = () => cards.forEach((card) => {
    if (card.dataset.rules === list.value) card.setAttribute("aria-current", "true"); else card.removeAttribute("aria-current");
  });
  cards.forEach((card) => card.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    list.value = card.dataset.rules;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  }));
  list?.addEventListener("change", show);
  if (list) show();
})();
