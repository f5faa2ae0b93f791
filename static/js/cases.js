// Countdowns of cases: how long is left until a deadline, by the server's clock. Without it the page says it as of its making.
(() => {
  "use strict";
  const MINUTE = 60, HOUR = 3600, DAY = 86400, SOON = 600;
  let ahead = 0;   // seconds that the server's clock is ahead of this one
  const unit = (name) => new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: name, unitDisplay: "long" });
  const units = { day: unit("day"), hour: unit("hour"), minute: unit("minute"), second: unit("second") };

  function words(seconds) {
    if (seconds < SOON) {
      const parts = [[Math.floor(seconds / MINUTE), "minute"], [seconds % MINUTE, "second"]];
      return parts.filter(([count], at) => count || at).map(([count, name]) => units[name].format(count)).join(" ");
    }
    const minutes = Math.ceil(seconds / MINUTE) * MINUTE;
    const parts = [[Math.floor(minutes / DAY), "day"], [Math.floor(minutes % DAY / HOUR), "hour"]];
    if (minutes < DAY) parts.push([Math.floor(minutes % HOUR / MINUTE), "minute"]);
    return parts.filter(([count]) => count).map(([count, name]) => units[name].format(count)).join(" ");
  }

  function show() {
    const now = Math.floor(Date.now() / 1000) + ahead;
    for (const place of document.querySelectorAll("[data-left-until]")) {
      const left = Number(place.dataset.leftUntil) - now;
      const text = left > 0 ? place.dataset.left.replace("{}", words(left)) : place.dataset.over;
      if (place.textContent !== text) place.textContent = text;
      place.classList.toggle("soon", left <= SOON);
      if (left <= 0 && left > -3) htmx.trigger("#poll", "look");
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    const clock = document.querySelector("[data-clock]");
    if (clock) ahead = Number(clock.dataset.clock) - Math.floor(Date.now() / 1000);
    show();
    setInterval(show, 1000);
  });
})();
