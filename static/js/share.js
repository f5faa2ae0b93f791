// Buttons that pass on the address of the page or of one of its steps (`data-share`), or a text of the page (`data-copy`),
// and links to a picture (`data-picture`): by the phone's own sheet where there is one. Else what is passed on is copied,
// and the picture opened.
(() => {
  "use strict";
  const phone = matchMedia("(pointer: coarse)").matches;
  async function pass(button) {
    const { share, step, copy, copied, uncopied } = button.dataset;
    const field = document.getElementById(copy);
    const address = `${location.origin}${location.pathname}${step ? `?step=${step}` : ""}`;
    const word = button.querySelector("span") ?? button;
    try {
      if (phone && navigator.share) await navigator.share(field ? { text: field.value } : { title: share || document.title, url: address });
      else { await navigator.clipboard.writeText(field?.value ?? address); word.textContent = copied.replace("{}", step); }
    } catch (fault) {
      if (fault.name === "AbortError") return;
      if (step) history.replaceState(null, "", address);
      if (field) { field.focus(); field.select(); } else word.textContent = uncopied;
    }
  }
  async function passPicture(link) {
    try {
      const picture = await (await fetch(link.href)).blob();
      const files = [new File([picture], link.dataset.picture, { type: "image/png" })];
      if (!navigator.canShare({ files })) throw new TypeError("no files");
      await navigator.share({ files });
    } catch (fault) { if (fault.name !== "AbortError") location.assign(link.href); }
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-share], [data-copy]");
    if (button) pass(button);
    const link = event.target.closest("a[data-picture]");
    if (link && phone && navigator.canShare) { event.preventDefault(); passPicture(link); }
  });
})();
