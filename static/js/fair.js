// The player's own guard of the deal (docs/reference/fair-deal.md): it gives a number of its own to the shuffle, keeps what it was
// promised before the deal, and checks the proof of each finished hand against that, on the table's page and on the proof's.
// Every word it shows stands in the page, as a data attribute, in the language of the page.
(() => {
  "use strict";
  // Seats, cards dealt together, ranks high to low, copies of each card. Kept here, so that the server cannot say otherwise.
  const GAMES = {
    "28-kerala-4": [4, 4, "J9ATKQ87", 1], "28-kerala-3": [3, 4, "J9ATKQ", 1],
    "28-pagat-4": [4, 4, "J9ATKQ87", 1], "28-pagat-3": [3, 4, "J9ATKQ", 1], "28-pagat-6": [6, 3, "J9ATKQ876", 1],
    "28-wikipedia-4": [4, 4, "J9ATKQ87", 1], "28-wikipedia-3": [3, 4, "J9ATKQ", 1],
    "28-wikipedia-6": [6, 3, "J9ATKQ876", 1], "28-wikipedia-8": [8, 5, "J39ATKQ876", 1],
    "28-central-kerala-6": [6, 3, "J9ATKQ876", 1], "28-book-4": [4, 4, "J9ATKQ87", 1], "28-book-3": [3, 4, "J9ATKQ", 1],
    "28-house-4": [4, 4, "J9ATKQ87", 1],
    "56-international-4": [4, 4, "J9ATKQ", 2], "56-international-6": [6, 4, "J9ATKQ", 2], "56-international-8": [8, 3, "J9ATKQ", 2],
    "56-kerala-4": [4, 4, "J9ATKQ", 2], "56-kerala-6": [6, 4, "J9ATKQ", 2], "56-kerala-8": [8, 3, "J9ATKQ", 2],
    "56-standard-4": [4, 4, "J9ATKQ", 2], "56-standard-6": [6, 4, "J9ATKQ", 2], "56-standard-8": [8, 3, "J9ATKQ", 2],
  };

  // The construction ----------------------------------------------------------------------------------------------
  const HEX = /^([0-9a-f]{2})+$/;
  function bytes(hex) {
    if (!HEX.test(hex)) throw new TypeError("hexadecimal digits are wanted");
    return Uint8Array.from(hex.match(/../g), (two) => parseInt(two, 16));
  }
  const hex = (array) => [...array].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const label = (text) => new TextEncoder().encode(`${text}\0`);
  const whole = (number) => { const four = new DataView(new ArrayBuffer(4)); four.setUint32(0, number); return new Uint8Array(four.buffer); };
  const place = (game, hand) => [bytes(game.replaceAll("-", "")), whole(hand)];
  async function sha(...parts) {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) { all.set(part, at); at += part.length; }
    return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  }
  const commitment = async (game, hand, secret) => hex(await sha(label("lelam-commitment/1"), ...place(game, hand), bytes(secret)));
  const fingerprint = async (game, hand, seat, number) => hex(await sha(label("lelam-number/1"), ...place(game, hand), [seat], bytes(number)));

  async function* words(seed) {
    for (let counter = 0; ; counter += 1) {
      const block = new DataView((await sha(seed, whole(0), whole(counter))).buffer);
      for (let at = 0; at < 32; at += 4) yield block.getUint32(at);
    }
  }
  async function below(limit, source) {
    const fair = Math.floor(2 ** 32 / limit) * limit;
    for (;;) {
      const { value } = await source.next();
      if (value < fair) return value % limit;
    }
  }
  // The pack, and the dealer by lot. `promised` and `given` are Maps from seats to fingerprints and numbers.
  async function shuffle(deal, promised, given) {
    const [players, , ranks, copies] = GAMES[deal.rules];
    const parts = [...promised.keys()].sort((one, other) => one - other).map((seat) => {
      const number = given.has(seat) ? bytes(given.get(seat)) : new Uint8Array();
      return [[seat], bytes(promised.get(seat)), [number.length], number];
    });
    const source = words(await sha(label("lelam-deal/2"), ...place(deal.game, deal.hand), bytes(deal.secret), ...parts.flat()));
    const pack = [..."SHDC"].flatMap((suit) => [...ranks].flatMap((rank) => Array(copies).fill(suit + rank)));
    for (let last = pack.length - 1; last > 0; last -= 1) {
      const other = await below(last + 1, source);
      [pack[last], pack[other]] = [pack[other], pack[last]];
    }
    return { pack, lot: await below(players, source) };
  }

  // Checking ------------------------------------------------------------------------------------------------------
  // The steps have one order: promised, fingerprints, closed, numbers, dealt.
  async function walk(deal) {
    const promised = new Map();
    const given = new Map();
    let promise = "";
    let closed = false;
    let dealt = false;
    let faults = [];
    const takes = {
      promised: (step) => !promise && Boolean(promise = step.commitment),
      "number-promised": (step) => !closed && !promised.has(step.seat) && Boolean(promised.set(step.seat, step.commitment)),
      closed: () => !closed && promised.size > 0 && (closed = true),
      "number-opened": async (step) => closed && !given.has(step.seat)
        && await fingerprint(deal.game, deal.hand, step.seat, step.number) === promised.get(step.seat) && Boolean(given.set(step.seat, step.number)),
      dealt: () => closed === promised.size > 0 && (dealt = true),
    };
    for (const step of deal.steps) {
      const inTurn = !dealt && (promise || step.step === "promised");
      if (!inTurn || !await takes[step.step]?.(step)) faults = ["order"];
    }
    return { promise, promised, given, faults: dealt ? faults : ["order"] };
  }
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  async function judge(deal, kept) {
    const [players, together] = GAMES[deal.rules];
    const { promise, promised, given, faults } = await walk(deal);
    if (deal.game !== kept.game || deal.hand !== kept.hand) faults.push("another");
    if (await commitment(deal.game, deal.hand, deal.secret) !== promise) faults.push("secret");
    const { pack, lot } = await shuffle(deal, promised, given);
    if (!same(pack, deal.pack)) faults.push("pack");
    if (deal.hand === 1 && deal.dealer !== lot) faults.push("lot");
    const hands = Array.from({ length: players }, () => []);
    for (let at = 0, seat = deal.dealer; at < pack.length; at += together) {
      seat = (seat + 1) % players;
      hands[seat].push(...pack.slice(at, at + together));
    }
    if (!same(hands, deal.cards)) faults.push("dealt");
    // What only this browser knows.
    if (kept.commitment !== promise) faults.push("commitment");
    if (kept.list && !same(kept.list, inOrder([...promised]))) faults.push("list");
    const own = kept.number && promised.get(kept.seat) === kept.fingerprint;
    const opened = own && given.get(kept.seat) === kept.number;
    if (kept.number && !own && promised.has(kept.seat)) faults.push("replaced");
    if (kept.arrived && !opened) faults.push("number");
    if (kept.cards?.some((card) => !deal.cards[kept.seat]?.includes(card))) faults.push("cards");
    return { faults, part: partOf(kept, own, opened) };
  }
  // What became of our own number: only where we saw the list closed, with our fingerprint in it, do we know that nothing
  // was chosen after it.
  function partOf(kept, own, opened) {
    if (!kept.number) return "none";
    if (!kept.list) return "unseen";
    if (!own) return "unlisted";
    return opened ? "with" : "dropped";
  }
  const inOrder = (list) => list.sort(([one], [other]) => one - other);
  const takesPart = (kept) => Boolean(kept.list?.some(([seat, print]) => seat === kept.seat && print === kept.fingerprint));
  // Which faults there are, and what became of our own number; what cannot be read is a fault.
  async function check(deal, kept) {
    try { return await judge(deal?.format === "lelam-deal/2" ? deal : null, kept); } catch { return { faults: ["unreadable"], part: "" }; }
  }
  // What was found wrong stays wrong: a proof that comes later takes nothing back, and the first bad one is kept.
  async function settle(kept, deal) {
    const { faults, part } = await check(deal, kept);
    if (kept.proof && !same(kept.proof, deal)) faults.push("changed");
    if (faults.length) kept.proof ??= deal;
    kept.verdict = [...new Set([...kept.seen ?? [], ...kept.verdict ?? [], ...faults])];
    kept.part = part;
    kept.missing = false;
    save(kept);
  }

  // What is kept: one entry a hand, in this browser ----------------------------------------------------------------
  const MOST_KEPT = 300;
  const ASK_AGAIN = 10000; // ms between two requests for a proof that was not shown
  const key = (game, hand) => `lelam-deal:${game}:${hand}`;
  const shelf = (() => { try { return window.localStorage; } catch { return null; } })();
  const memory = new Map(); // what this page keeps where the browser's store is full or forbidden
  function load(game, hand) {
    return memory.get(key(game, hand)) ?? parse(shelf?.getItem(key(game, hand)) ?? null);
  }
  function parse(text) {
    try { return JSON.parse(text); } catch { return null; }
  }
  function save(kept) {
    try { shelf.setItem(key(kept.game, kept.hand), JSON.stringify(kept)); } catch { memory.set(key(kept.game, kept.hand), kept); }
  }
  // All that is kept of a game; of every game without one.
  function entries(game = "") {
    const stored = Object.keys(shelf ?? {}).filter((one) => one.startsWith(`lelam-deal:${game}`) && !memory.has(one));
    return [...stored.map((one) => parse(shelf.getItem(one))).filter(Boolean), ...[...memory.values()].filter((kept) => kept.game.startsWith(game))];
  }
  function prune() {
    const old = entries().sort((one, other) => other.at - one.at).slice(MOST_KEPT);
    for (const one of old) shelf?.removeItem(key(one.game, one.hand));
  }
  const fault = (kept, code) => { if (!kept.seen?.includes(code)) kept.seen = [...kept.seen ?? [], code]; };

  // At the table --------------------------------------------------------------------------------------------------
  const pairs = (text) => inOrder((text ?? "").split(" ").filter(Boolean).map((one) => { const [seat, print] = one.split(":"); return [Number(seat), print]; }));
  function read(place, cards) {
    const { game, hand, commitment: promise, promised, given, wanted, seat, status } = place.dataset;
    return {
      game, status, wanted, cards, promise, hand: Number(hand), seat: seat ? Number(seat) : null, promised: pairs(promised),
      given: given ? given.split(" ").map(Number) : [], closed: place.hasAttribute("data-closed"), dealt: place.hasAttribute("data-dealt"),
    };
  }
  async function note(deal, send) {
    let kept = load(deal.game, deal.hand);
    if (!kept && deal.dealt) return; // only what was seen before the deal proves anything
    kept ??= { game: deal.game, hand: deal.hand, commitment: deal.promise, at: Date.now() };
    if (kept.commitment !== deal.promise) fault(kept, "commitment");
    if (deal.closed && kept.list && !same(kept.list, deal.promised)) fault(kept, "list");
    if (deal.closed && !kept.list && !deal.dealt) kept.list = deal.promised;
    if (deal.dealt && !deal.closed && kept.number) kept.list ??= [];
    if (deal.wanted === "commitment" && kept.commitment === deal.promise) {
      if (!kept.number || kept.seat !== deal.seat) {
        kept.seat = deal.seat;
        kept.number = hex(crypto.getRandomValues(new Uint8Array(32)));
        kept.fingerprint = await fingerprint(deal.game, deal.hand, deal.seat, kept.number);
      }
      save(kept); // before it is sent: a number that is forgotten cannot be checked
      send({ do: "commit-entropy", hand: String(deal.hand), commitment: kept.fingerprint });
    } else if (deal.wanted === "number" && kept.seat === deal.seat && takesPart(kept) && !kept.seen) {
      kept.opened = true;
      save(kept);
      send({ do: "entropy", hand: String(deal.hand), entropy: kept.number });
    }
    if (kept.number && takesPart(kept) && deal.given.includes(kept.seat)) kept.arrived = true;
    if (deal.dealt && deal.seat !== null && deal.cards.length) {
      kept.seat ??= deal.seat;
      if (kept.seat === deal.seat) kept.cards = [...new Set([...kept.cards ?? [], ...deal.cards])];
    }
    save(kept);
  }
  async function finish(deal, address) {
    const over = ["finished", "closed"].includes(deal.status);
    const isDue = (one) => one.seat !== undefined && !one.verdict && (one.hand < deal.hand || (over && one.hand === deal.hand && deal.dealt));
    for (const { game, hand, askedAt } of entries(deal.game).filter(isDue)) {
      if (askedAt && Date.now() - askedAt < ASK_AGAIN) continue;
      // A game that was broken off opens no proof, and a network may fail: that is said, and asked for again.
      const text = await fetch(address.replace("/0/", `/${hand}/`), { signal: AbortSignal.timeout(ASK_AGAIN) })
        .then((answer) => (answer.ok ? answer.text() : null)).catch(() => null);
      await alone(async () => {
        const kept = load(game, hand);
        if (!kept || kept.verdict) return;
        // A page that stands in the way, such as a network's sign-in, is no proof that the server has shown.
        const proof = text === null ? null : parse(text);
        if (proof) await settle(kept, proof);
        else save({ ...kept, missing: true, askedAt: Date.now() });
      });
    }
  }

  // What it shows --------------------------------------------------------------------------------------------------
  const say = (place, text) => { place.hidden = !text; if (place.textContent !== text) place.textContent = text; };
  const notes = ({ game, hand, commitment: promise, seat, number, list, opened, arrived, cards, proof }) => JSON.stringify(
    { format: "lelam-kept/1", deal: "lelam-deal/2", game, hand, commitment: promise, seat, number, list, opened, arrived, cards, proof }, null, 1);
  function offer(link, kept) {
    link.hidden = false;
    link.download = `kept-${kept.game}-${kept.hand}.json`;
    link.href = `data:application/json,${encodeURIComponent(notes(kept))}`;
  }
  const isWrong = (one) => Boolean((one.verdict ?? one.seen)?.length);
  const hidden = new Set(); // alarms that were hidden on this page; the next one shows them again
  function alarm(game) {
    const place = document.getElementById("deal-alarm");
    const wrong = entries(game).filter((one) => isWrong(one) && !hidden.has(one.hand)).sort((one, other) => one.hand - other.hand)[0];
    if (!place || !wrong) { if (place) place.hidden = true; return; }
    const hand = String(wrong.hand);
    if (!place.hidden && place.dataset.shown === hand) return;
    place.dataset.shown = hand;
    place.querySelector("h2").textContent = place.dataset.says.replace("{}", hand);
    place.querySelector("ul").replaceChildren(...(wrong.verdict ?? wrong.seen).map((code) => {
      const line = document.createElement("li");
      line.textContent = place.dataset[code] ?? place.dataset.unreadable;
      return line;
    }));
    offer(place.querySelector("[data-notes]"), wrong);
    const proof = place.querySelector("[data-proof]");
    proof.href = place.dataset.address.replace("/0/", `/${hand}/`);
    proof.hidden = !wrong.verdict;
    place.querySelector("button").onclick = () => { hidden.add(wrong.hand); alarm(game); };
    place.hidden = false;
  }
  function sayChecked(place, kept) {
    const words = place.querySelector("[data-with]");
    const wrong = kept !== undefined && isWrong(kept);
    say(words, kept ? words.dataset[wrong ? "wrong" : kept.part].replace("{}", kept.hand) : "");
    words.classList.toggle("wrong", wrong);
    const link = place.querySelector("a[data-proof]");
    if (!link) return;
    link.parentElement.hidden = !kept?.verdict;
    if (kept) link.href = link.dataset.proof.replace("/0/", `/${kept.hand}/`);
  }
  function show(place, deal) {
    const kept = load(deal.game, deal.hand);
    const own = place.querySelector("[data-own]");
    const late = place.querySelector("[data-late]");
    const inList = kept?.list && takesPart(kept);
    say(own.querySelector("code"), kept?.number ?? "");
    own.hidden = !kept?.number || (deal.closed ? !inList : false);
    late.hidden = !kept?.number || !deal.closed || Boolean(inList);
    place.querySelector("[data-insecure]").hidden = Boolean(crypto.subtle);
    place.querySelector("[data-after]").hidden = Boolean(kept) || !crypto.subtle || deal.seat === null;
    const all = entries(deal.game);
    const checked = all.filter((one) => one.verdict?.length === 0).sort((one, other) => other.hand - one.hand);
    sayChecked(place, all.find(isWrong) ?? checked[0]);
    const mine = checked.filter((one) => one.number);
    const count = place.querySelector("[data-count]");
    say(count, mine.length > 1 ? count.dataset.count.replace("{}", mine.filter((one) => one.part === "with").length).replace("{}", mine.length) : "");
    const unchecked = place.querySelector("[data-unchecked]");
    const missing = all.filter((one) => one.missing && !one.verdict).map((one) => one.hand);
    say(unchecked, missing.length ? unchecked.dataset.unchecked.replace("{}", Math.max(...missing)) : "");
    alarm(deal.game);
  }
  // Tabs wait for each other: each hand has one number.
  const alone = (task) => (navigator.locks ? navigator.locks.request("lelam-deal", task) : task());
  let noting = Promise.resolve();
  let finishing = Promise.resolve();
  // Called with every change of the table. A proof that takes long holds no number up.
  function see(send, cards) {
    const place = document.getElementById("proof");
    if (!place?.dataset.game) return;
    const deal = read(place, cards);
    show(place, deal);
    if (!crypto.subtle) return;
    const again = () => { const now = document.getElementById("proof"); if (now?.dataset.game) show(now, read(now, cards)); };
    noting = noting.then(() => alone(() => note(deal, send))).then(again).catch(() => {});
    finishing = finishing.then(() => finish(deal, place.dataset.address)).then(again).catch(() => {});
  }

  // On the proof's page: what this browser kept of that hand ----------------------------------------------------------
  async function compare() {
    const place = document.getElementById("deal-kept");
    if (!place) return;
    const kept = load(place.dataset.game, Number(place.dataset.hand));
    if (!kept || !crypto.subtle) { place.querySelector("[data-none]").hidden = false; return; }
    await settle(kept, parse(document.getElementById("deal-document").textContent));
    say(place.querySelector("[data-commitment] code"), kept.commitment);
    place.querySelector("[data-commitment]").hidden = false;
    place.querySelector("[data-number]").hidden = !kept.number;
    say(place.querySelector("[data-number] code"), kept.number ?? "");
    sayChecked(place, kept);
    const verdict = document.getElementById("deal-verdict");
    if (isWrong(kept)) say(verdict, verdict.dataset.doubted);
    offer(place.querySelector("[data-notes]"), kept);
    alarm(kept.game);
  }

  window.lelamFair = { see, check };
  document.addEventListener("DOMContentLoaded", () => { prune(); compare(); });
})();
