// Buttons that share the address of the page, and links to a picture: by the phone's own sheet where there is one, else
// the address is copied and the picture opened.
(() => {
  "use strict";
  for (const button of document.querySelectorAll("button[data-share]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const address = `${location.origin}${location.pathname}`;
      const { copied, uncopied, share } = button.dataset;
      try {
        if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: share, url: address });
        else { await navigator.clipboard.writeText(address); button.textContent = copied; }
      } catch (fault) { if (fault.name !== "AbortError") button.textContent = uncopied; }
    });
  }
  const passes = navigator.canShare && matchMedia("(pointer: coarse)").matches;
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-picture]");
    if (!link || !passes) return;
    event.preventDefault();
    try {
      const picture = await (await fetch(link.href)).blob();
      const files = [new File([picture], link.dataset.picture, { type: "image/png" })];
      if (!navigator.canShare({ files })) throw new TypeError("no files");
      await navigator.share({ files });
    } catch (fault) { if (fault.name !== "AbortError") location.assign(link.href); }
  });
})();
