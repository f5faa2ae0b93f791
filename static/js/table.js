// The live table in the browser: what must happen faster or nearer than the server can.
// The server sends the whole table as HTML, and then those parts of it that change; this file raises cards, reads keys,
// runs clocks, minds the connection.
// Every word it shows stands in the page, as a data attribute, in the language of the page.
(() => {
  "use strict";
  const settings = window.lelamSettings;
  const form = document.getElementById("deeds");
  const table = () => document.getElementById("table");
  const all = (query, within = document) => [...within.querySelectorAll(query)];
  let raised = null;      // the code of the raised card
  let skew = 0;           // the server's clock minus ours, in ms
  let socket = null;
  const alone = !document.querySelector("[ws-connect]"); // a practice: no socket, each answer brings the table
  let link = alone ? "ok" : "wait"; // wait, ok, slow, lost, or none where no socket gets through
  let failures = 0;       // connections in a row that failed
  let everOpen = false;   // whether one ever stood
  let sent = null;        // the version of the table from which an action is on its way
  let wasMine = false;
  let asked = 0;          // when we last asked for the table unprompted
  const given = new Set(); // what we have sent for the shuffle over this connection
  const title = document.title;

  // Connection ---------------------------------------------------------------------------------------------------
  // A network can stop without closing anything (a lift, a tunnel), so the page asks for a sign of life by itself.
  const PING_EVERY = 3000;   // ms after the last word from the server
  const SLOW_AFTER = 2000;   // ms without an answer
  const LOST_AFTER = 4500;   // ms without an answer: 8 s after the last word
  const OPEN_WITHIN = 8000;  // ms for a connection to open
  let raw = null;            // the WebSocket itself
  let openingSince = 0;      // when it began to open, 0 once it is open
  let heardAt = Date.now();  // when the server last said anything
  let askedAt = 0;           // when the oldest ping without an answer was sent, 0 if there is none
  let pings = 0;
  let pongs = 0;
  let again = null;          // the timer of the next attempt
  let renewed = false;       // the connection is new, and the table has not come over it yet
  // Messages that may not have arrived: { do, version, message, ping }, one action at most and one message of the chat.
  const unanswered = new Map();
  // Actions that are legal at any version of the table: none of them is sent again to a table that has moved on.
  const HOLDS = /^(concede|concede_hand|claim|agree|object)(:|$)/;

  // The library's own timer cannot be called off when the network is back, so this page reconnects by itself.
  window.htmx.config.wsReconnectDelay = () => 2 ** 31 - 1;
  window.htmx.createWebSocket = (address) => { raw = new WebSocket(address); return raw; };

  function showLink(state) {
    link = state;
    const sign = document.getElementById("link");
    if (sign && (sign.dataset.link !== state || sign.textContent !== sign.dataset[state])) { sign.dataset.link = state; sign.textContent = sign.dataset[state]; }
    table()?.toggleAttribute("data-offline", state === "lost");
    showAge();
  }
  // The age stands beside the sign, not in it: the sign is read aloud whenever it changes.
  function showAge() {
    const age = document.getElementById("age");
    if (!age) return;
    const seconds = Math.round((Date.now() - heardAt) / 1000);
    const text = link !== "lost" ? "" : seconds < 100 ? age.dataset.seconds.replace("{}", seconds) : age.dataset.minutes.replace("{}", Math.round(seconds / 60));
    if (age.textContent !== text) age.textContent = text;
  }
  const isOpen = () => raw?.readyState === WebSocket.OPEN;
  function ping() {
    if (!isOpen()) return;
    raw.send("ping");
    pings += 1;
    askedAt ||= Date.now();
  }
  function mind() {
    const now = Date.now();
    const waited = askedAt ? now - Math.max(askedAt, heardAt) : 0;
    if (openingSince ? now - openingSince > OPEN_WITHIN : isOpen() && waited > LOST_AFTER) giveUp();
    else if (isOpen() && waited > SLOW_AFTER && link === "ok") showLink("slow");
    else if (isOpen() && !askedAt && now - heardAt >= PING_EVERY) ping();
    showAge();
  }
  // Treat the socket as closed. Closing it properly takes an answer, for which the browser would wait a minute.
  function giveUp() {
    if (!raw || raw.readyState > WebSocket.OPEN) return;
    const dead = raw;
    const closed = dead.onclose;
    dead.onopen = dead.onclose = dead.onerror = null;
    dead.close();
    closed?.call(dead, new CloseEvent("close", { code: 1006 }));
  }
  function reconnect() {
    clearTimeout(again);
    if (socket && raw.readyState > WebSocket.OPEN) socket.reconnect();
  }
  document.addEventListener("htmx:wsConnecting", () => { openingSince = Date.now(); if (link === "wait") showLink("wait"); });
  document.addEventListener("htmx:wsOpen", (event) => {
    socket = event.detail.socketWrapper;
    socket.queue.length = 0;
    sent = null;
    given.clear();
    failures = openingSince = askedAt = pings = pongs = 0;
    everOpen = renewed = true;
    for (const one of unanswered.values()) one.ping = 0;
    if (unanswered.has("chat")) socket.sendImmediately(unanswered.get("chat").message, form);
  });
  document.addEventListener("htmx:wsClose", (event) => {
    if (event.detail.event.code === 4404) { location.assign(location.pathname); return; }
    socket = event.detail.socketWrapper;
    openingSince = askedAt = 0;
    failures += 1;
    const full = event.detail.event.code === 4429; // too many connections from here, or too much said over this one
    showLink(full || (failures > 3 && navigator.onLine && !everOpen) ? "none" : "lost");
    // Ten seconds away is a long time at a table: try again soon, and not all browsers at the same moment.
    clearTimeout(again);
    again = setTimeout(reconnect, (full ? 30000 : Math.min(5000, 200 * 2 ** failures)) * (0.5 + Math.random() / 2));
  });
  if (!alone) {
    window.addEventListener("offline", giveUp);
    window.addEventListener("online", () => { if (openingSince) giveUp(); reconnect(); });
  }
  document.addEventListener("htmx:wsConfigSend", (event) => {
    // Offline nothing is sent: the person sees that it was not done.
    if (link === "lost") { event.preventDefault(); return; }
    const { parameters } = event.detail;
    for (const name of ["csrfmiddlewaretoken"]) delete parameters[name];
    event.detail.headers = undefined;
    if (!parameters.do) { event.preventDefault(); return; }
    const kind = parameters.do === "chat" ? "chat" : "deed";
    const { do: what, version } = parameters;
    // A second press before the answer is the same command; the server knows it by the version it was meant for.
    if (kind === "chat" || unanswered.get(kind)?.version !== version) unanswered.set(kind, { do: what, version, message: JSON.stringify({ ...parameters }), ping: 0 });
    if (kind === "chat") return; // nothing of the table waits for it
    sent = version;
    table().setAttribute("data-sent", "");
  });
  // The server answers in turn: with the answer to a ping sent after it, an action has been dealt with.
  document.addEventListener("htmx:wsAfterSend", () => {
    for (const one of unanswered.values()) if (!one.ping) { ping(); one.ping = pings; }
  });
  function sendAgain() {
    const one = unanswered.get("deed");
    if (!one) return;
    if (HOLDS.test(one.do) && one.version !== table().dataset.version) { unanswered.delete("deed"); sayUnsent(); return; }
    sent = one.version;
    table().setAttribute("data-sent", "");
    socket.sendImmediately(one.message, form);
  }
  function sayUnsent() {
    const why = document.createElement("p");
    why.className = "why";
    why.id = "why";
    why.setAttribute("role", "alert");
    why.setAttribute("data-plain", "");
    why.setAttribute("data-own", ""); // no part of the server's: it goes with the next frame
    why.textContent = document.getElementById("age").dataset.unsent;
    document.querySelector("#table .own .me").after(why);
  }

  // Morphing: what the person has chosen on the page stays ---------------------------------------------------------
  document.addEventListener("DOMContentLoaded", () => {
    if (!window.Idiomorph) return;
    window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");
    window.Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, fresh) => {
      if (old.id === "join" && fresh.hasAttribute?.("data-kept")) return false; // a name is being typed
      if (old.type === "radio" && fresh.type === "radio" && old.value === fresh.value && old.form === form) {
        fresh.checked = old.checked;
        fresh.toggleAttribute("checked", old.checked);
      }
      return true;
    };
  });
  // A card that was played, a pad that closed: the focus must not fall back to the top of the page.
  let focused = -1;
  let atDesk = false; // in a practice: the focus was on what stands below the table
  function noteFocus() {
    const at = document.activeElement;
    focused = at?.closest?.(".own") ? Math.max(0, cards().indexOf(at)) : -1;
    atDesk = Boolean(at?.closest?.(".desk"));
  }
  document.addEventListener("htmx:wsBeforeMessage", (event) => {
    heardAt = Date.now();
    if (event.detail.message !== "pong") { noteFocus(); return; }
    event.preventDefault(); // nothing to show
    pongs += 1;
    if (pongs === pings) askedAt = 0;
    for (const [kind, one] of unanswered) if (one.ping && one.ping <= pongs) unanswered.delete(kind);
    if (link === "slow") showLink("ok");
  });
  function keepFocus() {
    if (atDesk && document.activeElement === document.body) document.getElementById("desk")?.focus({ preventScroll: true });
    if (focused < 0 || (document.activeElement && document.activeElement !== document.body)) return;
    const held = cards();
    held[Math.min(focused, held.length - 1)]?.focus({ preventScroll: true });
  }
  document.addEventListener("htmx:wsAfterMessage", (event) => {
    showLink("ok");
    if (event.detail.message.includes('id="head"')) document.querySelector("#why[data-own]")?.remove();
    refresh();
    keepFocus();
    if (!renewed || !event.detail.message.includes('id="table"')) return;
    renewed = false;
    sendAgain();
  });
  if (alone) {
    document.addEventListener("htmx:beforeRequest", () => table().setAttribute("data-sent", ""));
    document.addEventListener("htmx:oobBeforeSwap", noteFocus);
    // The bots' deeds are asked for by an element of the table that is replaced: htmx tells of that swap to nobody, only
    // that the table was loaded.
    const redraw = () => { refresh(); keepFocus(); };
    document.addEventListener("htmx:oobAfterSwap", redraw);
    document.addEventListener("htmx:load", ({ target }) => { if (target.id === "table") redraw(); });
    document.addEventListener("htmx:afterRequest", ({ detail }) => {
      table().removeAttribute("data-sent");
      // Signed out meanwhile, or the practice is gone: the page says so itself.
      if (detail.xhr.status && !detail.xhr.responseText.includes('id="table"')) location.reload();
    });
    window.addEventListener("online", () => location.reload());
  }

  // Cards --------------------------------------------------------------------------------------------------------
  const cards = () => all("#hand .card");
  function raise(code) {
    raised = code;
    for (const card of cards()) {
      if (card.dataset.card === code) card.setAttribute("aria-pressed", "true");
      else card.removeAttribute("aria-pressed");
    }
    const fold = document.getElementById("do-fold");
    if (!fold) return;
    const card = cards().find((one) => one.dataset.card === code && one.value.startsWith("fold:"));
    const chosen = card ? card.value.slice("fold:".length) : "";
    fold.disabled = !chosen;
    fold.value = card?.value ?? "";
    fold.querySelector("[data-none]").hidden = Boolean(chosen);
    for (const words of all("[data-fold]", fold)) words.hidden = words.dataset.fold !== chosen;
  }
  // In a practice: what the hint means is raised, chosen and ringed, so that it is seen where it is done.
  function markAdvised() {
    const hinted = document.getElementById("do-hinted")?.value;
    if (!hinted) return;
    const choose = (key) => { if (key) { key.checked = true; key.closest("label").dataset.advised = ""; } };
    const [verb, what] = hinted.split(":");
    const card = cards().find((one) => one.value === hinted);
    const call = verb === "call" && all("#call option").find((one) => one.value === what);
    const word = document.getElementById(`word-${verb}`);
    if (card) { card.dataset.advised = ""; raise(card.dataset.card); }
    else if (verb === "bid") choose(document.getElementById(`bid-${what}`));
    else if (call) {
      choose(document.getElementById("word-call"));
      const { form, named, number } = call.dataset;
      for (const [name, value] of Object.entries({ shape: form, named, number })) choose(document.querySelector(`#pad input[name=${name}][value="${value}"]`));
    } else if (word) choose(word);
    else document.querySelector(`.own button[name=do][value="${hinted}"]:not(#do-hinted)`)?.setAttribute("data-advised", "");
  }
  document.addEventListener("click", (event) => {
    const card = event.target.closest?.("#hand .card");
    if (!card) return;
    if (!table().hasAttribute("data-mine") || card.hasAttribute("data-rest")) { event.preventDefault(); return; }
    // A card that may not be played goes to the server at once: it says why not, and which rule it is.
    if (card.getAttribute("aria-disabled") || settings.read("tap") === "one") return;
    if (raised !== card.dataset.card) { event.preventDefault(); raise(card.dataset.card); card.focus(); }
  });
  form.addEventListener("change", (event) => {
    if (["shape", "named", "number"].includes(event.target.name)) document.getElementById("word-call").checked = true;
    if (["shape", "named", "number", "word"].includes(event.target.name)) putTogether();
    if (event.target.name !== "value") return;
    const said = document.querySelector("[data-bid]");
    if (said) said.textContent = event.target.value;
  });
  form.addEventListener("submit", (event) => {
    // Enter in a field that is no button must not press the first button of the page.
    if (!event.submitter || link === "lost") { event.preventDefault(); event.stopImmediatePropagation(); }
    // Before the socket is open, or where none gets through, the form goes the way it goes without scripts.
    else if (["wait", "none"].includes(link)) event.stopImmediatePropagation();
  }, true);

  // The pad of 56: a form, what it names, a number; only what makes a legal call can be chosen, and it is spelled out ---
  const chosen = (name) => document.querySelector(`#pad input[name=${name}]:checked`)?.value;
  function settle(name, may) {
    const keys = all(`#pad input[name=${name}]`);
    for (const key of keys) key.disabled = !may(key);
    if (!keys.some((key) => key.checked && !key.disabled)) {
      const first = keys.find((key) => !key.disabled);
      if (first) first.checked = true;
    }
    return chosen(name);
  }
  function putTogether() {
    const go = document.getElementById("do-call");
    if (!go) return;
    const select = document.getElementById("call");
    let says = "";
    if (select) {
      const legal = [...select.options];
      document.getElementById("call-keys").hidden = false;
      select.closest(".say-plain").hidden = true;
      document.getElementById("word-call-key").hidden = true;
      const form = chosen("shape");
      const named = settle("named", (key) => legal.some(({ dataset: one }) => one.form === form && one.named === key.value));
      for (const label of all("#pad .numbers label")) label.hidden = (label.dataset.family === "plus") !== form.includes("plus");
      const number = settle("number", (key) => legal.some(({ dataset: one }) => one.form === form && one.named === named && one.number === key.value));
      const found = legal.find(({ dataset: one }) => one.form === form && one.named === named && one.number === number);
      // Each form's key shows what it would make of the chosen suit.
      for (const key of all("#pad input[name=shape]")) {
        const one = legal.find(({ dataset: like }) => like.form === key.value && like.named === named && (like.number === number || like.form !== form))
          ?? legal.find(({ dataset: like }) => like.form === key.value);
        if (one) key.nextElementSibling.textContent = one.text.split(":")[0];
      }
      select.value = found.value;
      says = found.text;
    }
    const word = document.querySelector("#pad input[name=word]:checked");
    const instead = word && word.value !== "call";
    const spelled = document.getElementById("spelled");
    spelled.hidden = false;
    spelled.textContent = instead ? word.dataset.says : says;
    go.textContent = instead ? go.dataset.say.replace("{}", word.nextElementSibling.textContent) : go.dataset.call.replace("{}", says.split(":")[0]);
    document.getElementById("call-keys")?.toggleAttribute("data-resting", Boolean(instead));
    document.querySelector("#pad input[name=number]:checked")?.closest("label").scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Keys ---------------------------------------------------------------------------------------------------------
  let typed = "";
  let typedAt = 0;
  const press = (id) => document.getElementById(id)?.click();
  function chooseBid(digit, at) {
    typed = at - typedAt < 1500 ? typed + digit : digit;
    typedAt = at;
    const bids = all("#pad input[name=value], #pad .numbers label:not([hidden]) input:enabled");
    const found = bids.find((bid) => bid.value === typed) ?? bids.find((bid) => bid.value === `+${typed}`) ?? bids.find((bid) => bid.value.startsWith(typed))
      ?? bids.find((bid) => bid.value.endsWith(typed));
    if (!found) {
      document.getElementById("aloud").textContent = document.getElementById("pad").dataset.none.replace("{}", typed);
      typed = "";
      return;
    }
    found.checked = true;
    found.focus();
    found.dispatchEvent(new Event("change", { bubbles: true }));
  }
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || at.matches?.("input:not([type=radio]):not([type=checkbox]), textarea, select")) return;
    if (/^[0-9]$/.test(event.key) && document.getElementById("pad")) { chooseBid(event.key, event.timeStamp); event.preventDefault(); return; }
    if (event.key === "Enter" && at.matches?.("#pad input")) { press("do-bid"); press("do-call"); event.preventDefault(); return; }
    const key = document.querySelector(`#pad.calls input[name=${event.key.toLowerCase() === "p" ? "word" : "named"}][value="${{ s: "S", h: "H", c: "C", d: "D", n: "NS", t: "NT", p: "pass" }[event.key.toLowerCase()]}"]:enabled`);
    if (key) { key.checked = true; key.focus(); key.dispatchEvent(new Event("change", { bubbles: true })); event.preventDefault(); return; }
    const done = { p: "do-pass", a: "do-ask", r: "do-reveal", k: "do-keep", "?": "do-hint", u: "do-back" }[event.key.toLowerCase()];
    if (done && document.getElementById(done)) { press(done); event.preventDefault(); return; }
    if (!["ArrowLeft", "ArrowRight"].includes(event.key) || at.matches?.("input[type=radio]")) return;
    const held = cards();
    if (!held.length) return;
    const step = event.key === "ArrowRight" ? 1 : -1;
    const now = held.indexOf(document.activeElement);
    const next = held[now < 0 ? (step > 0 ? 0 : held.length - 1) : (now + step + held.length) % held.length];
    next.focus();
    if (table().hasAttribute("data-mine") && !next.getAttribute("aria-disabled") && !next.hasAttribute("data-rest")) raise(next.dataset.card);
    else raise(null);
    event.preventDefault();
  });

  // Clocks -------------------------------------------------------------------------------------------------------
  function tick() {
    if (!alone) mind();
    const now = Date.now() + skew;
    for (const place of all("[data-until]")) {
      const at = Number(place.dataset.until);
      const then = Number(place.dataset.then || at);
      const left = Math.max(0, Math.ceil(((now < at ? at : then) - now) / 1000));
      const text = place.hasAttribute("data-plain") ? String(left) : table().dataset.seconds.replace("{}", left);
      if (place.dataset.then) place.parentElement.toggleAttribute("data-reserve", now >= at && then > at);
      if (place.textContent !== text) place.textContent = text;
    }
    for (const clock of all(".clock[data-deadline]")) {
      const { deadline, total } = clock.dataset;
      const action = Number(clock.dataset.action || deadline);
      const left = now < action ? (action - now) / Math.max(1, action - (deadline - 1000 * total)) : (deadline - now) / Math.max(1, deadline - action);
      clock.style.setProperty("--left", (100 * Math.max(0, Math.min(1, left))).toFixed(1));
      clock.toggleAttribute("data-late", deadline - now <= 10000);
    }
    // A message may get lost: what was due some seconds ago has happened, so we ask.
    const due = all("[data-until], [data-deadline]").map((place) => Number(place.dataset.deadline ?? place.dataset.until));
    if (link === "ok" && due.some((at) => now > at + 3000) && now - asked > 5000) look();
  }
  function look() {
    asked = Date.now() + skew;
    socket?.send(JSON.stringify({ do: "look" }), form);
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || alone) return;
    if (link === "ok" || link === "slow") { ping(); look(); } else reconnect();
  });
  setInterval(tick, 250);

  // Sound and title ------------------------------------------------------------------------------------------------
  let audio = null;
  document.addEventListener("pointerdown", () => { audio ??= new AudioContext(); }, { once: true });
  document.addEventListener("keydown", () => { audio ??= new AudioContext(); }, { once: true });
  function beep() {
    if (!audio || settings.read("sound") !== "on") return;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.08, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.26);
  }
  const PATIENCE = 10000; // so long without an action, and we call again: by sound, and without one
  let flashing = null;
  let reminder = null;
  let waits = false;
  function remind() {
    waits = true;
    table().setAttribute("data-waits", "");
    if (settings.read("again") === "on") beep();
  }
  function callOut(mine) {
    if (mine !== wasMine) { clearInterval(reminder); waits = false; }
    if (mine && !wasMine) { beep(); reminder = setInterval(remind, PATIENCE); }
    table().toggleAttribute("data-waits", mine && waits);
    wasMine = mine;
    clearInterval(flashing);
    const called = `● ${table().dataset.called} · ${title}`;
    document.title = mine ? called : title;
    if (mine) flashing = setInterval(() => { if (document.hidden) document.title = document.title === title ? called : title; }, 1000);
  }

  // Our own part in the shuffle, and what we keep of it (fair.js) -----------------------------------------------------
  function guardDeal() {
    const send = (message) => {
      const { version } = table().dataset;
      const said = `${message.do}:${message.hand}:${version}`; // wanted still at another version, it goes out again
      if (!isOpen() || given.has(said)) return;
      given.add(said);
      socket.send(JSON.stringify({ ...message, version }), form);
    };
    // The key of a deck's second copy, such as SJ-2, is the page's own: in the proof each copy is SJ.
    window.lelamFair?.see(send, cards().map((card) => card.dataset.card.split("-")[0]));
  }

  // Who is connected: said by a fragment of its own, marked at the seats ------------------------------------------------
  function markHere() {
    const here = document.getElementById("here");
    if (!here) return;
    const seats = here.dataset.seats.split(" ");
    const runs = ["waiting", "playing"].includes(table().dataset.status);
    for (const mark of all("[data-link-of]")) {
      const there = seats.includes(mark.dataset.linkOf);
      mark.hidden = !runs;
      mark.dataset.there = there ? "yes" : "no";
      mark.textContent = there ? here.dataset.connected : here.dataset.away;
    }
  }

  // What the page as a whole depends on comes with every frame, in a part of its own: also the seats on turn and their
  // clock, which would otherwise change two seats with every card.
  function putHead() {
    const head = document.getElementById("head");
    const { dataset } = table();
    for (const name of ["now", "status", "phase"]) dataset[name] = head.dataset[name];
    dataset.version = head.value;
    const mine = head.hasAttribute("data-mine");
    table().toggleAttribute("data-mine", mine);
    const { turn, deadline, action, total } = head.dataset;
    const onTurn = turn.split(" ");
    for (const seat of all(".seat[id^=seat-]", table())) {
      const its = onTurn.includes(seat.id.slice("seat-".length));
      seat.toggleAttribute("data-turn", its);
      const clock = seat.querySelector(".clock");
      if (clock && its && deadline) Object.assign(clock.dataset, { deadline, action, total });
      else if (clock) for (const name of ["deadline", "action", "total", "late"]) delete clock.dataset[name];
    }
    const secs = document.getElementById("secs");
    secs.hidden = !(mine && deadline);
    const left = secs.querySelector("span");
    if (secs.hidden) { delete left.dataset.until; delete left.dataset.then; }
    else Object.assign(left.dataset, { until: action, then: deadline });
  }

  function refresh() {
    const now = table();
    putHead();
    markHere();
    skew = Number(now.dataset.now) - Date.now();
    if (sent !== null && now.dataset.version !== sent) { sent = null; }
    now.removeAttribute("data-sent");
    const mine = now.hasAttribute("data-mine");
    const held = cards().find((card) => card.dataset.card === raised);
    raise(mine && held && !held.getAttribute("aria-disabled") ? raised : null);
    markAdvised();
    const bid = document.querySelector("#pad input[name=value]:checked");
    const first = document.querySelector("#pad input[name=value]");
    if (first && !bid) first.checked = true;
    if (first) document.querySelector("[data-bid]").textContent = (bid ?? first).value;
    putTogether();
    settings.all();
    callOut(mine);
    guardDeal();
    tick();
  }
  document.addEventListener("DOMContentLoaded", () => { putHead(); skew = Number(table().dataset.now) - Date.now(); markAdvised(); putTogether(); markHere(); guardDeal(); tick(); });
  // The menu closes when something of it is chosen, when something else is tapped, and with Escape.
  const menu = () => document.getElementById("menu");
  document.addEventListener("click", ({ target }) => {
    if (!menu()?.open || target.closest("#menu > summary")) return;
    const goal = target.closest("#menu a")?.hash === "#prefs" && document.getElementById("prefs");
    if (goal) goal.open = true;
    if (target.closest("#menu a, #menu button") || !target.closest("#menu")) menu().open = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu()?.open) return;
    menu().open = false;
    menu().querySelector("summary").focus();
  });
  // A second question opens below the fold of a phone: scroll it into sight.
  document.addEventListener("toggle", ({ target }) => { if (target.open && target.matches(".sure")) target.scrollIntoView({ block: "nearest" }); }, true);
})();
