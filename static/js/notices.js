// The bell: asks now and then how much is unread while the page is looked at, and at once when something was pushed.
(() => {
  "use strict";
  const EVERY = 30000;
  let timer = null;
  const look = () => {
    const bell = document.getElementById("bell");
    if (bell && document.visibilityState === "visible") htmx.trigger(bell, "look");
  };
  const watch = () => {
    clearInterval(timer);
    if (document.visibilityState !== "visible") return;
    timer = setInterval(look, EVERY);
  };
  document.addEventListener("visibilitychange", () => { look(); watch(); });
  navigator.serviceWorker?.addEventListener("message", (event) => { if (event.data?.type === "notice") look(); });
  watch();
})();
