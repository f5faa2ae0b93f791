// Buttons that share the address of the page: by the phone's own sheet where there is one, else copied.
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
})();
