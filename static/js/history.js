// Steps through a hand: keys, slider and links ask the server for the step and morph the page. Each step is also a page of its own.
(() => {
  "use strict";
  const page = () => document.getElementById("replay");
  let wanted = null;
  let busy = false;
  let shut = false;
  const hide = () => {
    document.getElementById("deal").classList.toggle("shut", shut);
    const button = document.getElementById("hide");
    button.setAttribute("aria-pressed", String(shut));
    button.textContent = shut ? button.dataset.shut : button.dataset.open;
  };
  async function go(step) {
    wanted = Math.max(0, Math.min(Number(page().dataset.last), step));
    if (busy) return;
    busy = true;
    // While keys are held down only the last step asked for is fetched.
    while (wanted !== null && wanted !== Number(page().dataset.step)) {
      const next = wanted;
      await window.htmx.ajax("GET", `${location.pathname}?step=${next}`, { target: "#replay", swap: "morph:outerHTML", source: page() });
      if (Number(page().dataset.step) !== next) break;
      history.replaceState(null, "", `?step=${next}`);
    }
    busy = false;
    wanted = null;
    hide();
    const link = document.getElementById("dispute-link");
    if (link) link.search = `?step=${page().dataset.step}`;
  }
  const at = () => wanted ?? Number(page().dataset.step);
  const marks = () => [...document.querySelectorAll("[data-jump]")].map((mark) => Number(mark.dataset.step));
  const jump = (way) => {
    const to = way > 0 ? marks().find((step) => step > at()) ?? Number(page().dataset.last) : marks().reverse().find((step) => step < at()) ?? 0;
    go(to);
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-step]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); go(Number(link.dataset.step)); }
    if (event.target.closest?.("#hide")) { shut = !shut; hide(); }
  });
  document.addEventListener("input", (event) => { if (event.target.id === "step") go(Number(event.target.value)); });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input:not([type=range]), textarea, select")) return;
    const keys = {
      ArrowLeft: () => go(at() - 1), ArrowRight: () => go(at() + 1), ArrowUp: () => jump(-1), ArrowDown: () => jump(1),
      Home: () => go(0), End: () => go(Number(page().dataset.last)), h: () => { shut = !shut; hide(); },
    };
    const act = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (act) { event.preventDefault(); act(); }
  });
  document.getElementById("share")?.addEventListener("click", async (event) => {
    const address = `${location.origin}${location.pathname}?step=${page().dataset.step}`;
    const { copied, uncopied } = event.currentTarget.dataset;
    const word = event.currentTarget.querySelector("span");
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: document.title, url: address });
      else { await navigator.clipboard.writeText(address); word.textContent = copied.replace("{}", page().dataset.step); }
    } catch { history.replaceState(null, "", address); word.textContent = uncopied; }
  });
})();
