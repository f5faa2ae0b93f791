// Shows only the rules, or the games, that have all the words looked for. Without scripts the field is not there.
(() => {
  "use strict";
  const field = document.getElementById("filter");
  field.closest(".filter").hidden = false;
  const none = document.querySelector(".filter-none");
  const texts = new Map([...document.querySelectorAll("[data-filter]")].map((part) => [part, `${part.id} ${part.textContent}`.toLowerCase()]));
  const outer = [...texts.keys()].filter((part) => part.querySelector("[data-filter]"));
  const plain = [...texts.keys()].filter((part) => !outer.includes(part));
  function look() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    // A number is looked for as a whole: 6 is not in 56.
    const within = (text, word) => /^\d+$/.test(word) ? text.match(/\d+/g)?.includes(word) : text.includes(word);
    const has = (part) => words.every((word) => within(texts.get(part), word));
    for (const part of plain) part.hidden = !has(part);
    for (const part of outer) {
      // A heading's own words show all that stands under it.
      const head = part.querySelector("h2, h3").textContent.toLowerCase();
      const whole = words.length > 0 && words.every((word) => within(head, word));
      const below = plain.filter((one) => part.contains(one));
      if (whole) for (const one of below) one.hidden = false;
      part.hidden = below.every((one) => one.hidden);
    }
    none.hidden = [...texts.keys()].some((part) => !part.hidden);
  }
  field.addEventListener("input", look);
  // A link to a rule that is hidden now shows everything again.
  addEventListener("hashchange", () => {
    if (document.getElementById(location.hash.slice(1))?.closest("[hidden]")) { field.value = ""; look(); document.getElementById(location.hash.slice(1)).scrollIntoView(); }
  });
})();
