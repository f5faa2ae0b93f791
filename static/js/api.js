// Shows the pages of the API light or dark as this browser prefers. Swagger UI takes its dark colours from the class.
(() => {
  "use strict";
  const device = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const theme = window.lelamSettings.read("theme");
    document.documentElement.classList.toggle("dark-mode", theme === "auto" ? device.matches : theme === "dark");
  };
  show();
  device.addEventListener("change", show);
  window.addEventListener("storage", show);
})();
