// Pairing by hand: the second entrant that is chosen changes places with the first, at once and without the server. Find
// by name narrows the list, and Enter chooses the only name that fits. Entrants can be dragged onto one another as well.
// Every word it shows stands in the page. Without this script the buttons of the form do the same.
(() => {
  "use strict";
  const form = document.getElementById("by-hand");
  if (!form) return;
  const find = form.querySelector("#q");
  const boards = [...form.querySelectorAll(".pair-board")];
  const say = (text) => { form.querySelector("#told").textContent = text; };
  const slots = (board) => [...board.querySelectorAll(".pair-slot")];
  const entrant = (slot) => slot.querySelector("input").value;
  const name = (slot) => slot.querySelector(".pair-name").textContent;
  const chosen = () => [...form.querySelectorAll(".pair-slot:has(:checked)")];
  const engine = new Set(form.dataset.engine.split(" ").map((board) => board.split("-").sort().join()));
  form.querySelectorAll("[data-plain]").forEach((one) => { one.hidden = true; });

  // What was compared is another pairing now.
  function write() {
    form.elements.pairing.value = boards.map((board) => slots(board).map(entrant).join("-")).join(" ");
    for (const board of boards) board.classList.toggle("changed", !engine.has(slots(board).map(entrant).sort().join()));
    document.getElementById("compared")?.remove();
    const compare = form.querySelector("[value=compare]");
    compare.classList.add("go");
    form.querySelector(".panel.lead header .small").hidden = true;
  }
  function swap(one, other) {
    for (const slot of [one, other]) slot.querySelector("input").checked = false;
    const [here, there] = [one.closest(".pair-board"), other.closest(".pair-board")];
    if (here !== there && slots(here).length === 1 && slots(there).length === 1 && boards.some((board) => slots(board).length === 2)) {
      // Two that rest become a match: the server makes it.
      for (const slot of [one, other]) slot.querySelector("input").checked = true;
      form.requestSubmit(form.querySelector("[value=swap]"));
      return;
    }
    const mark = document.createElement("i");
    one.replaceWith(mark);
    other.replaceWith(one);
    mark.replaceWith(other);
    write();
    say(form.dataset.swapped.replace("{one}", name(one)).replace("{other}", name(other)));
  }
  function choose() {
    const [one, other] = chosen();
    if (other) swap(one, other);
    else say(one ? form.dataset.picked.replace("{one}", name(one)) : "");
    narrow();
  }
  const fits = (slot, wanted) => name(slot).toLocaleLowerCase().includes(wanted);
  function narrow() {
    const wanted = find.value.trim().toLocaleLowerCase();
    for (const board of boards) board.hidden = !slots(board).some((slot) => fits(slot, wanted) || slot.querySelector("input").checked);
  }
  form.addEventListener("change", ({ target }) => { if (target.name === "pick") choose(); });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.name !== "pick") return;
    event.preventDefault();
    event.target.click();
  });
  find.addEventListener("input", narrow);
  find.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const wanted = find.value.trim().toLocaleLowerCase();
    const found = wanted ? boards.flatMap(slots).filter((slot) => fits(slot, wanted)) : [];
    const exact = found.filter((slot) => name(slot).toLocaleLowerCase() === wanted);
    const [slot, more] = exact.length === 1 ? exact : found;
    if (!slot || more) {
      say(slot ? form.dataset.many.replace("{count}", found.length) : form.dataset.none);
      return;
    }
    find.value = "";
    slot.querySelector("input").checked = true;
    choose();
  });

  let held = null;
  for (const slot of boards.flatMap(slots)) slot.draggable = true;
  form.addEventListener("dragstart", (event) => {
    held = event.target.closest?.(".pair-slot") ?? null;
    if (held) event.dataTransfer.effectAllowed = "move";
  });
  form.addEventListener("dragover", (event) => { if (held && event.target.closest(".pair-slot")) event.preventDefault(); });
  form.addEventListener("drop", (event) => {
    const slot = event.target.closest(".pair-slot");
    if (!held || !slot) return;
    event.preventDefault();
    if (slot !== held) swap(held, slot);
    held = null;
  });
})();
