// The bell comes with the page's poll; here that one is sent at once when something was pushed or read.
(() => {
  "use strict";
  const look = () => {
    const poll = document.getElementById("poll");
    if (poll && !document.hidden) htmx.trigger(poll, "look");
  };
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
})();
