// The choices about notices: this device takes them or not, and the time zone it is in.
(() => {
  "use strict";
  const token = () => document.querySelector('[name="csrfmiddlewaretoken"]')?.value ?? "";

  // The time zone of the device, offered where another one stands in the field.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const offer = document.getElementById("own-zone");
  const field = document.getElementById("id_time_zone");
  // One zone may have two names, such as Asia/Kolkata and Asia/Calcutta.
  const known = (name) => {
    try { return new Intl.DateTimeFormat(undefined, { timeZone: name }).resolvedOptions().timeZone; } catch { return name; }
  };
  if (offer && field && zone && known(zone) !== known(field.value)) {
    offer.textContent = offer.dataset.words.replace("{zone}", zone.replaceAll("_", " "));
    offer.hidden = false;
    offer.addEventListener("click", () => { field.value = zone; offer.hidden = true; field.focus(); });
  }

  const panel = document.getElementById("push");
  if (!panel) return;
  const on = document.getElementById("push-on");
  const off = document.getElementById("push-off");
  const say = (word) => { document.getElementById("push-word").textContent = word; };
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  const encoded = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

  const tell = async (said, query = "") => {
    const answer = await fetch(panel.dataset.address + query, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
      body: JSON.stringify(said),
    });
    if (answer.ok) return;
    const problem = await answer.json().catch(() => ({}));
    throw new Error(problem.error ?? "");
  };
  const same = (subscription, key) => {
    const kept = subscription.options?.applicationServerKey;
    return !kept || encoded(kept) === encoded(key.buffer);
  };

  const subscribe = async () => {
    const registration = await navigator.serviceWorker.register(panel.dataset.worker, { scope: "/", updateViaCache: "none" });
    await navigator.serviceWorker.ready;
    const key = bytes(panel.dataset.key);
    let subscription = await registration.pushManager.getSubscription();
    // Made for another key of this server's, it would take nothing.
    if (subscription && !same(subscription, key)) { await subscription.unsubscribe(); subscription = null; }
    subscription ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await tell({ endpoint: subscription.endpoint, p256dh: encoded(subscription.getKey("p256dh")), auth: encoded(subscription.getKey("auth")) });
  };
  const unsubscribe = async () => {
    const registration = await navigator.serviceWorker.getRegistration("/");
    const subscription = await registration?.pushManager.getSubscription();
    if (!subscription) return;
    await tell({ endpoint: subscription.endpoint }, "?remove=1");
    await subscription.unsubscribe();
  };
  const working = (button, work) => button.addEventListener("click", async () => {
    button.disabled = true;
    say("");
    try {
      await work();
      location.reload();
    } catch (problem) {
      button.disabled = false;
      say(Notification.permission === "denied" ? panel.dataset.denied : problem.message || panel.dataset.failed);
    }
  });

  const show = async () => {
    if (!window.isSecureContext) { say(panel.dataset.insecure); return; }
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) { say(panel.dataset.unable); return; }
    const registration = await navigator.serviceWorker.getRegistration("/");
    const subscription = await registration?.pushManager.getSubscription();
    // Known to the browser and not to the account, as after signing out: it is offered anew.
    const mine = subscription && panel.dataset.here === "yes";
    on.hidden = Boolean(mine);
    off.hidden = !mine;
    if (Notification.permission === "denied") say(panel.dataset.denied);
  };
  working(on, async () => {
    if (await Notification.requestPermission() !== "granted") throw new Error(panel.dataset.denied);
    await subscribe();
  });
  working(off, unsubscribe);
  show();
})();
