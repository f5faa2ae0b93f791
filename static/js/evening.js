// The page of an evening: chips seat the people who are there, a refused row stays in its place.
(() => {
  "use strict";

  // A row that was refused is swapped in as well: it has what was typed, and says what is wrong.
  let kept = [];  // rows that are typed into while something else of the evening is done
  let whole = false;  // whether all of the evening comes anew, and not the names that a field offers
  const pressed = [];  // names to note that were pressed while another was on its way, by the ids of their buttons
  const typed = (form) => [...form.querySelectorAll("input[name^='points_']")].some((field) => field.value.trim());
  function keep(form, source) {
    const names = source.closest(".ways") ? /^points_/ : /^(points|player)_/;  // with other pairs the points alone are kept
    const fields = [...new FormData(form)].filter(([name]) => names.test(name));
    return { id: form.id, fields, open: form.querySelector(".seats-of")?.open };
  }
  document.addEventListener("htmx:configRequest", (event) => {
    const row = document.getElementById("game-form");
    if (event.detail.elt.matches("[data-undo]") && row && typed(row)) event.detail.parameters.typed = "yes";
  });
  // Each answer brings new forms, and htmx forgets what an old one had still to send: such a press is done on the new one.
  document.addEventListener("submit", (event) => {
    if (!event.submitter?.id.startsWith("here-") || !document.querySelector("#evening .htmx-request")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed.push(event.submitter.id);
  }, true);
  document.addEventListener("htmx:beforeSwap", (event) => {
    whole = event.detail.target.id === "evening";
    const source = event.detail.requestConfig.elt;
    const sent = source.closest(".game-row"), undoes = source.matches("[data-undo]");
    kept = [...document.querySelectorAll(".game-row")]
      .filter((form) => form !== sent && !(undoes && !typed(form)))
      .map((form) => keep(form, source));
    if (event.detail.xhr.status === 422) { event.detail.shouldSwap = true; event.detail.isError = false; }
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!whole) return;
    whole = false;
    for (const { id, fields, open } of kept) {
      const form = document.getElementById(id);
      if (!form) continue;
      for (const [name, value] of fields) if (value && form.elements[name]) form.elements[name].value = value;
      if (open) form.querySelector(".seats-of").open = true;
    }
    kept = [];
    const wrong = document.querySelector("#evening [aria-invalid='true']");
    // A chip or a choice that was pressed has the focus again by its id: it keeps it.
    const at = document.activeElement;
    const first = at === document.body || at.closest(".game-row") ? document.querySelector("#evening [data-first]") : null;
    (wrong ?? first)?.focus();
    all();
    // Later: only now the request that was answered is over.
    if (pressed.length) setTimeout(() => document.getElementById(pressed.shift())?.click());
  });
  // Without a connection nothing is swapped: the row stays as it is typed, and its number makes a second try harmless.
  const tell = (what) => {
    pressed.length = 0;
    const status = document.querySelector("#evening [data-unsent]");
    if (status) status.textContent = status.dataset[what];
  };
  document.addEventListener("htmx:sendError", () => tell("unsent"));
  document.addEventListener("htmx:timeout", () => tell("unsent"));
  document.addEventListener("htmx:responseError", () => tell("refused"));

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

  // In the order of pairs, not of seats: the first two pressed play together. Where no seat is free, others take the seats
  // in the same order, so that four other players are four presses.
  const replaced = new WeakMap();  // how many have been replaced so, by form
  function press(chip) {
    const form = chip.closest("form");
    const own = seats(form);
    const sits = own.find((seat) => seat.value === chip.dataset.player);
    const free = own.find((seat) => !seat.value);
    const next = sits || free ? 0 : (replaced.get(form) ?? 0) % own.length;
    if (sits) sits.value = "";
    else (free ?? own[next]).value = chip.dataset.player;
    replaced.set(form, sits || free ? 0 : next + 1);
    show(form);
    const whole = free ? own.every((seat) => seat.value) : !sits && next === own.length - 1;
    if (whole) form.querySelector("input[name='points_0']")?.focus();
  }

  document.addEventListener("change", (event) => {
    const form = event.target.closest(".game-row");
    if (form && event.target.matches("select")) show(form);
  });
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-player]");
    if (chip) press(chip);
    if (event.target.closest("[data-print]")) window.print();
  });
  all();
})();
