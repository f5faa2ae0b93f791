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
  // What the page of notices shows is read once it has been in view for two seconds; the marks stay until one comes back.
  const LONG_ENOUGH = 2000;
  let reading = null;
  const read = async () => {
    const form = document.getElementById("shown");
    if (!form || form.hidden || document.visibilityState !== "visible") return;
    const said = new FormData(form);
    said.set("quiet", "1");
    const answer = await fetch(form.action, { method: "POST", body: said, credentials: "same-origin" }).catch(() => null);
    if (!answer?.ok) return;
    form.hidden = true;
    document.querySelectorAll(".notices form").forEach((one) => { one.hidden = true; });
    look();
  };
  const begin = () => {
    clearTimeout(reading);
    if (document.visibilityState === "visible") reading = setTimeout(read, LONG_ENOUGH);
  };
  if (document.getElementById("shown")) {
    document.addEventListener("visibilitychange", begin);
    begin();
  }
  navigator.serviceWorker?.addEventListener("message", (event) => { if (event.data?.type === "notice") look(); });
  watch();
})();
