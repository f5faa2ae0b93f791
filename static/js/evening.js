// The page of an evening: chips seat the people who are there, a refused row stays in its place, the standing is passed on.
(() => {
  "use strict";

  // A row that was refused is swapped in as well: it has what was typed, and says what is wrong.
  let kept = null;  // what is typed into the row while somebody is noted as being here
  let whole = false;  // whether all of the evening comes anew, and not the names that a field offers
  document.addEventListener("htmx:beforeSwap", (event) => {
    whole = event.detail.target.id === "evening";
    const form = document.getElementById("game-form");
    kept = form && event.detail.requestConfig.elt.closest("[data-keeps]") ? new FormData(form) : null;
    if (event.detail.xhr.status === 422) { event.detail.shouldSwap = true; event.detail.isError = false; }
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!whole) return;
    whole = false;
    const form = document.getElementById("game-form");
    for (const [name, value] of kept ?? []) {
      const field = form?.elements[name];
      if (field && value && field.type !== "hidden") field.value = value;
    }
    kept = null;
    (document.querySelector("#evening [aria-invalid='true']") ?? document.querySelector("#evening [autofocus]"))?.focus();
    all();
  });

  const seats = (form) => [...form.querySelectorAll("select[name^='player_']")];

  // Names of the pairs above the points, and the chips of those who sit, follow the seats.
  function show(form) {
    const taken = new Set(seats(form).map((seat) => seat.value));
    for (const chip of form.querySelectorAll("[data-player]")) chip.setAttribute("aria-pressed", String(taken.has(chip.dataset.player)));
    for (const label of form.querySelectorAll("[data-names]")) {
      const own = seats(form).filter((seat) => seat.dataset.side === label.dataset.names && seat.value);
      label.textContent = own.map((seat) => seat.selectedOptions[0].textContent).join(" & ") || label.dataset.nobody;
    }
  }
  const all = () => document.querySelectorAll(".game-row").forEach(show);

  // In the order of pairs, not of seats: the first two pressed play together.
  function press(chip) {
    const form = chip.closest("form");
    const own = seats(form);
    const sits = own.find((seat) => seat.value === chip.dataset.player);
    const free = own.find((seat) => !seat.value);
    if (sits) sits.value = "";
    else if (free) free.value = chip.dataset.player;
    else return;
    show(form);
    if (own.every((seat) => seat.value)) form.querySelector("input[name='points_0']")?.focus();
  }

  async function pass(button) {
    const text = document.getElementById(button.dataset.copy);
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ text: text.value });
      else { await navigator.clipboard.writeText(text.value); button.textContent = button.dataset.copied; }
    } catch { text.focus(); text.select(); }
  }

  document.addEventListener("change", (event) => {
    const form = event.target.closest(".game-row");
    if (form && event.target.matches("select")) show(form);
  });
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-player]");
    if (chip) press(chip);
    const copy = event.target.closest("[data-copy]");
    if (copy) pass(copy);
    if (event.target.closest("[data-print]")) window.print();
  });
  all();
})();
