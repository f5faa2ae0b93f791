// The phone at a real table: each hand is reported with a few taps, whatever the connection does.
// The form of a hand, the words and the sheet come from the server, and are shown by this file.
(() => {
  "use strict";
  const root = document.getElementById("sheet");
  if (!root) return;
  const { Outbox, PREFIX, ask, listen, problemOf } = window.lelamOutbox;
  const words = JSON.parse(document.getElementById("sheet-words").textContent);
  let sheet = JSON.parse(document.getElementById("sheet-data").textContent);
  const { key, state: stateAddress, reports: reportsAddress, sprite, settle: settleAddress, hand: handAddress } = root.dataset;
  const POLL_MS = 5000;
  const MAX_DIGITS = 2;
  let outbox = null;
  let etag = "";
  let entries = [];       // of this sheet, that are not sent
  let link = "live";      // live, offline, or lost: the phone is not known any more
  let lost = "";          // why, in the server's words
  let ended = false;      // the phone was handed on in another window
  let draft = null;       // the hand that is being reported
  let before = [];        // the steps that were shown, to tell whether another one follows

  // Words and shapes ---------------------------------------------------------------------------------------------
  const say = (text, values = {}) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const signed = (number) => number > 0 ? `+${number}` : String(number).replace("-", "\u2212");
  const figure = (number) => String(number).replace("-", "\u2212");
  const SVG = "http://www.w3.org/2000/svg";
  const draw = (symbol, kind, extra = {}) => {
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("viewBox", "0 0 24 24");
    picture.setAttribute("class", kind);
    picture.setAttribute("aria-hidden", "true");
    for (const [name, value] of Object.entries(extra)) picture.setAttribute(name, value);
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `${sprite}#${symbol}`);
    picture.append(use);
    return picture;
  };
  const letter = (side) => "abc"[side] ?? "c";
  const shape = (side) => draw(`side-${letter(side)}`, "shape");
  const pip = (suit) => draw(`pip-${suit.toLowerCase()}`, "pip", { "data-suit": suit.toLowerCase() });
  const make = (tag, attributes = {}, ...inside) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === false || value === null || value === undefined) continue;
      if (name === "click") element.addEventListener("click", value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...inside.flat().filter((one) => one !== null && one !== undefined && one !== false));
    return element;
  };
  const button = (id, label, click, more = {}) => make("button", { type: "button", "data-id": id, ...more, click }, label);
  // A part is replaced when something in it has changed, and the finger's or reader's place is kept.
  const shown = new Map();
  const fill = (id, model, build) => {
    const text = JSON.stringify(model);
    if (shown.get(id) === text) return;
    shown.set(id, text);
    const place = document.getElementById(id);
    const held = place.contains(document.activeElement) ? document.activeElement.dataset.id : "";
    place.replaceChildren(...[build()].flat().filter(Boolean));
    if (held) place.querySelector(`[data-id="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  };

  // A hand in words ----------------------------------------------------------------------------------------------
  const contractWords = (told) => {
    if (told.alone === "cot") return say(words.undertaken.cot, { name: sheet.names[told.declarer] });
    let contract = String(told.number);
    if (told.denomination) contract += words.signs[told.denomination] ?? told.denomination;
    contract = say(words.doubled[told.doubled ?? 0], { contract });
    if (told.auction === 2) contract = say(words.later, { contract });
    contract = say(words.contract, { name: sheet.names[told.declarer], contract });
    if (told.alone === "late_thani" && told.soloist !== undefined && told.soloist !== null && told.soloist !== told.declarer) return say(words.soloed, { contract, soloist: sheet.names[told.soloist] });
    return told.alone ? say(words.undertaken[told.alone], { contract }) : contract;
  };
  const handWords = (told) => {
    if (!told) return words.taken_back;
    const outcome = words.outcomes[told.outcome];
    if (told.declarer === undefined || told.declarer === null) return outcome;
    const counted = told.points !== undefined && told.points !== null && words.counted[told.outcome];
    let hand = say(counted || words.ended[told.outcome], { contract: contractWords(told), points: told.points });
    if (told.swept) hand = say(words.all_tricks, { hand });
    return told.surrender ? say(words.surrendered[told.surrender], { hand }) : hand;
  };
  const numbered = (number, told) => say(words.told, { number, hand: handWords(told) });
  const valueWords = {
    told: (value, told) => told ? words.yes : words.no,
    outcome: (value) => words.outcomes[value],
    declarer: (value) => sheet.names[value],
    soloist: (value) => sheet.names[value],
    denomination: (value) => words.denominations[value],
    doubled: (value) => words.doubles[value],
    auction: (value) => words.auctions[value],
    alone: (value) => words.alone[value],
    swept: () => words.yes,
    surrender: (value) => words.surrender[value],
    shares: (value) => value.join(", "),
  };
  const valueOf = (field, told) => {
    const value = told?.[field];
    if (field === "told") return valueWords.told(null, told);
    if (value === undefined || value === null || value === "" || value.length === 0) return "–";
    return valueWords[field]?.(value) ?? String(value);
  };

  // The hands ---------------------------------------------------------------------------------------------------
  const handOf = (number) => sheet.hands.find((hand) => hand.number === number);
  const entryOf = (number) => entries.filter((entry) => entry.hand === number).at(-1);
  const mayReport = () => sheet.speaks_for.length > 0;
  const ownReport = (number) => {
    const own = handOf(number)?.reports.filter((report) => sheet.speaks_for.includes(report.side)) ?? [];
    return own.reduce((last, report) => !last || report.edit > last.edit ? report : last, null);
  };
  // The last report of this phone on a hand, sent or not; null if it took that back or said nothing.
  const ownWord = (number) => { const entry = entryOf(number); return entry ? entry.told : ownReport(number)?.told ?? null; };
  const nextHand = () => {
    let number = sheet.running;
    while (ownWord(number)) number += 1;
    return number;
  };
  const nextEdit = (number) => Math.max(0, ...sheet.speaks_for.map((side) => handOf(number)?.edits[side] ?? 0), ...entries.filter((entry) => entry.hand === number).map((entry) => entry.edit)) + 1;
  const stateOf = (number) => {
    const entry = entryOf(number), hand = handOf(number);
    if (entry) return entry.problem ? "refused" : "unsent";
    if (hand.ruled) return "ruled";
    if (hand.differs.length) return "differs";
    if (hand.told) return hand.settled ? "settled" : "entered";
    const sides = new Set(hand.reports.filter((report) => report.told).map((report) => report.side));
    if (!sides.size) return "back";
    if (sides.size > 1) return "before";
    return mayReport() && !sheet.speaks_for.some((side) => sides.has(side)) ? "yours" : "waiting";
  };
  const LOOKS = { unsent: "attn", refused: "bad", differs: "bad", entered: "now", settled: "now", ruled: "now", waiting: "attn", yours: "attn", before: "attn", back: "mute" };
  const SIGNS = { unsent: "↑", refused: "✕", differs: "≠", entered: "✓", settled: "✓", ruled: "✓", waiting: "…", yours: "…", before: "…", back: "↶" };

  // Entering a hand ----------------------------------------------------------------------------------------------
  const form = () => sheet.form;
  const fresh = (number) => ({ number, correcting: false, step: "who", told: {}, points: "", touched: false, mends: "" });
  const begin = (number, told, { correcting = false, mends = "" } = {}) => {
    const { points, ...rest } = told ?? {};
    draft = { ...fresh(number), told: { ...rest }, points: points === undefined || points === null ? "" : String(points), touched: Boolean(told), correcting, mends };
    if (told) draft.step = told.declarer === undefined || told.declarer === null ? "who" : "result";
    render();
    document.getElementById("entry").scrollIntoView({ block: "start" });
    document.querySelector("#entry h2")?.focus({ preventScroll: true });
  };
  const steps = () => {
    const has = draft.told.declarer !== undefined && draft.told.declarer !== null;
    if (!has && !played()) return ["who"];
    return ["who", "bid", ...(form().denominations.length ? ["trump"] : []), "result"];
  };
  const played = () => !["passed_out", "cancelled"].includes(draft.told.outcome);
  const needsAuction = () => form().auctions_differ && draft.told.number >= form().later_lowest && !["thani", "cot"].includes(draft.told.alone);
  // Card points say nothing where somebody went alone, all tricks went to one camp or a side gave in.
  const counts = () => !draft.told.alone && !draft.told.swept && !draft.told.surrender;
  const done = {
    who: () => draft.told.declarer !== undefined && draft.told.declarer !== null,
    bid: () => draft.told.alone === "cot" || (draft.told.number > 0 && (!needsAuction() || Boolean(draft.told.auction))),
    trump: () => Boolean(draft.told.denomination),
    result: () => Boolean(outcomeOf()) && pointsFit(),
  };
  const pointsFit = () => draft.points === "" || !counts() || Number(draft.points) <= form().deck_points;
  const outcomeOf = () => draft.points !== "" && counts() && draft.told.number ? (Number(draft.points) >= draft.told.number ? "made" : "failed") : draft.told.outcome;
  // The report as it will be sent; null while something is missing.
  const complete = () => {
    if (!played()) return { outcome: draft.told.outcome };
    if (!steps().every((step) => done[step]())) return null;
    const { declarer, number, denomination, doubled, auction, alone, soloist, swept, surrender } = draft.told;
    const told = { outcome: outcomeOf(), declarer };
    if (alone !== "cot") told.number = number;
    if (denomination) told.denomination = denomination;
    if (form().doubles) told.doubled = doubled ?? 0;
    if (form().auctions_differ && alone !== "cot" && number >= form().later_lowest) told.auction = alone === "thani" ? 1 : auction;
    if (alone) told.alone = alone;
    if (alone === "late_thani" && soloist !== undefined && soloist !== null) told.soloist = soloist;
    if (swept) told.swept = true;
    if (surrender) told.surrender = surrender;
    if (draft.points !== "" && counts() && told.outcome !== "conceded") told.points = Number(draft.points);
    return told;
  };
  const change = (told, { next = true } = {}) => {
    const step = draft.step;
    draft.told = { ...draft.told, ...told };
    draft.touched = true;
    if (next && done[step]()) draft.step = steps().find((one) => !done[one]()) ?? steps().at(-1);
    render();
    if (draft.step !== step) document.getElementById("pad").focus({ preventScroll: true });
  };
  const toStep = (step) => { draft.step = step; render(); document.getElementById("pad").focus({ preventScroll: true }); };

  const chip = (step, index) => {
    const { told } = draft;
    const value = { who: () => sheet.names[told.declarer], bid: () => told.alone === "cot" ? words.alone.cot : told.number, trump: () => told.denomination === "NT" ? words.no_trump : words.denominations[told.denomination], result: () => outcomeOf() ? words.outcomes[outcomeOf()] : "" }[step];
    const ready = done[step]();
    const reachable = ready || step === draft.step || steps().slice(0, index).every((one) => done[one]());
    return button(`step-${step}`, [make("small", {}, words.steps[step]), make("b", {}, (ready && value()) || "–")], () => toStep(step), { class: "ps-step", "aria-current": step === draft.step ? "step" : false, disabled: !reachable });
  };
  const keyOf = (id, label, pressed, click, more = {}) => button(id, label, click, { class: "ps-key", "aria-pressed": String(pressed), ...more });
  const seatKeys = (name, field, next) => {
    const own = sheet.speaks_for.length === 1 ? sheet.speaks_for[0] : -1;
    const order = sheet.sides.map((_seats, side) => side).sort((one, other) => (other === own) - (one === own) || one - other);
    return make("div", { class: "ps-seats", "data-sides": sheet.sides.length }, order.map((side) =>
      make("div", { role: "group", class: "ps-side", "data-side": letter(side), "aria-label": say(words.seats_of, { names: sheet.sides[side].map((seat) => sheet.names[seat]).join(", ") }) },
        sheet.sides[side].map((seat) => keyOf(`${name}-${seat}`, [shape(side), make("span", {}, sheet.names[seat])], draft.told[field] === seat, () => change({ [field]: seat, ...(played() ? {} : { outcome: undefined }) }, { next }))))));
  };
  const toggles = (...keys) => keys.length ? make("div", { class: "ps-more" }, keys) : null;
  const pads = {
    who: () => [
      seatKeys("seat", "declarer", true),
      toggles(...["passed_out", "cancelled"].filter((outcome) => form().outcomes.includes(outcome)).map((outcome) =>
        keyOf(outcome, words[outcome], draft.told.outcome === outcome, () => {
          const off = draft.told.outcome === outcome;
          draft.points = "";
          draft.told = {};
          change(off ? {} : { outcome }, { next: false });
        }))),
    ],
    bid: () => {
      const numbers = Array.from({ length: form().highest - form().lowest + 1 }, (_one, index) => form().lowest + index);
      const cot = draft.told.alone === "cot";
      return [
        make("div", { class: "ps-numbers", "data-many": numbers.length > 20 }, numbers.map((number) =>
          keyOf(`bid-${number}`, String(number), !cot && draft.told.number === number, () => change({ number, auction: undefined, ...(cot ? { alone: undefined } : {}) })))),
        needsAuction() ? make("div", { class: "ps-row" }, Object.entries(words.auctions).map(([auction, label]) => keyOf(`auction-${auction}`, label, draft.told.auction === Number(auction), () => change({ auction: Number(auction) })))) : null,
        toggles(...form().alone.map((alone) => keyOf(`alone-${alone}`, words.alone[alone], draft.told.alone === alone, () => {
          const off = draft.told.alone === alone;
          change({ alone: off ? undefined : alone, soloist: undefined, swept: undefined, surrender: undefined, ...(alone === "cot" && !off ? { number: undefined, auction: undefined } : {}) }, { next: alone === "cot" && !off });
        }))),
      ];
    },
    trump: () => [
      form().doubles ? make("div", { class: "ps-row" }, words.doubles.map((label, doubled) => keyOf(`doubled-${doubled}`, label, (draft.told.doubled ?? 0) === doubled, () => change({ doubled }, { next: false })))) : null,
      make("div", { class: "ps-trumps" }, form().denominations.map((denomination) =>
        keyOf(`trump-${denomination}`, denomination === "NT" ? words.no_trump : [pip(denomination), make("span", {}, words.denominations[denomination])], draft.told.denomination === denomination, () => change({ denomination })))),
    ],
    result: () => {
      const outcome = outcomeOf(), typed = draft.points !== "" && counts();
      const digit = (number) => button(`digit-${number}`, String(number), () => {
        if (draft.points.length < MAX_DIGITS) draft.points = String(Number(draft.points + number));
        change({}, { next: false });
      }, { class: "ps-key" });
      return [
        make("div", { class: "ps-row" }, ["made", "failed", "conceded"].filter((one) => form().outcomes.includes(one)).map((one) =>
          keyOf(`outcome-${one}`, words[one], outcome === one, () => { if (typed) draft.points = ""; change({ outcome: one }, { next: false }); }, { "data-outcome": one }))),
        draft.told.alone === "late_thani" ? [make("p", { class: "ps-ask" }, words.soloist), seatKeys("solo", "soloist", false)] : null,
        counts() && outcome !== "conceded" || typed ? [
          make("p", { class: "ps-points", id: "points-label" }, make("span", {}, words.points), make("output", { class: draft.points === "" ? "none" : "" }, draft.points || "–")),
          pointsFit() ? null : make("p", { class: "err", role: "alert" }, say(words.points_most, { most: form().deck_points })),
          make("div", { class: "ps-digits", role: "group", "aria-labelledby": "points-label" }, [1, 2, 3, 4, 5].map(digit), button("erase", "⌫", () => { draft.points = draft.points.slice(0, -1); change({}, { next: false }); }, { class: "ps-key", "aria-label": words.erase }), [6, 7, 8, 9, 0].map(digit)),
        ] : null,
        toggles(
          ...(form().sweeps && !draft.told.alone && draft.told.surrender !== "accepted" ? [keyOf("swept", words.swept, Boolean(draft.told.swept), () => { draft.points = ""; change({ swept: draft.told.swept ? undefined : true }, { next: false }); })] : []),
          ...(form().surrenders && !draft.told.alone ? Object.entries(words.surrender).map(([answer, label]) => keyOf(`surrender-${answer}`, label, draft.told.surrender === answer, () => {
            const off = draft.told.surrender === answer;
            draft.points = "";
            change({ surrender: off ? undefined : answer, ...(answer === "accepted" && !off ? { swept: undefined } : {}) }, { next: false });
          })) : []),
        ),
      ];
    },
  };

  const renderEntry = () => {
    const place = document.getElementById("entry");
    place.hidden = !mayReport() || ended || (sheet.over && !draft?.correcting);
    if (place.hidden) return;
    const isKept = draft && nextEdit(draft.number) > draft.edit;
    if (!draft || isKept || (!draft.touched && !draft.correcting && draft.number !== nextHand())) draft = fresh(nextHand());
    if (!steps().includes(draft.step)) draft.step = steps().at(-1);
    const turn = draft.number - sheet.running;
    const dealer = turn >= 0 ? sheet.dealers[turn % sheet.dealers.length] : null;
    const opener = turn >= 0 ? sheet.openers[turn % sheet.openers.length] : null;
    const told = complete();
    fill("entry", [draft, dealer, opener, sheet.names, sheet.speaks_for], () => [
      make("header", {},
        make("h2", { tabindex: "-1" }, say(draft.correcting ? words.correcting : words.hand, { number: draft.number })),
        dealer === null ? null : make("p", { class: "small" }, say(words.deals, { dealer: sheet.names[dealer], opener: sheet.names[opener] }))),
      make("div", { class: "ps-steps" }, (played() ? ["who", "bid", ...(form().denominations.length ? ["trump"] : []), "result"] : ["who"]).map(chip)),
      make("div", { id: "pad", class: "ps-pad", tabindex: "-1", role: "group", "aria-label": words.ask[draft.step] }, pads[draft.step]().flat().filter(Boolean)),
      make("div", { class: "ps-send" },
        button("report", told ? say(words.report, { hand: numbered(draft.number, told) }) : say(words.incomplete, { number: draft.number }), report, { class: "btn go", "aria-disabled": told ? false : "true" }),
        draft.correcting || draft.mends ? button("stop", words.stop_correcting, () => { draft = null; render(); }, { class: "btn bare" }) : null),
    ]);
  };

  const enqueue = async (hand, told, edit = nextEdit(hand)) => {
    await outbox.put({ sheet: sheet.sheet, address: reportsAddress, state: stateAddress, sides: [...sheet.speaks_for], hand, edit, told });
    await readEntries();
    outbox.send();
    look();
  };
  async function report() {
    const told = complete();
    if (!told || !outbox) return;
    const { number, mends } = draft;
    // It stays in the form until it is kept: what is pressed sooner is not of this hand, nor yet of the next.
    const edit = draft.edit ??= nextEdit(number);
    if (mends) await outbox.database.delete("outbox", mends);
    await enqueue(number, told, edit);
    keepPage();
  }
  const takeBack = async (number) => {
    const entry = entryOf(number);
    if (entry && await outbox.removeUntried(entry.id)) { await readEntries(); return; }
    await readEntries();
    await enqueue(number, null);
  };

  // Showing ------------------------------------------------------------------------------------------------------
  const changes = (hand) => hand.total.length ? make("p", { class: "ps-change" }, sheet.sides.map((_seats, side) =>
    make("span", { "data-side": letter(side) }, shape(side), say(words.total, { change: signed(hand.change[side] ?? 0), total: figure(hand.total[side]) })))) : null;
  const comparison = (hand) => {
    const columns = [...hand.reports.map((one) => ({ head: shape(one.side), name: sheet.sides[one.side].map((seat) => sheet.names[seat]).join(", "), told: one.told })), ...(hand.told ? [{ head: "", name: words.is_entered, told: hand.told }] : [])];
    const fields = Object.keys(words.fields).filter((field) => field === "told" ? hand.differs.includes("told") : columns.some((column) => valueOf(field, column.told) !== "–"));
    return make("div", { class: "ps-scroll", tabindex: "0", role: "group", "aria-label": words.field }, make("table", { class: "t ps-differs" },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, words.field), columns.map((column) => make("th", { scope: "col" }, column.head, " ", column.name)))),
      make("tbody", {}, fields.map((field) => make("tr", { class: hand.differs.includes(field) ? "differs" : "" },
        make("th", { scope: "row" }, hand.differs.includes(field) ? make("span", { "aria-hidden": "true" }, "≠\u00a0") : null, words.fields[field], hand.differs.includes(field) ? make("span", { class: "sr" }, `, ${words.states.differs}`) : null), columns.map((column) => make("td", {}, valueOf(field, column.told))))))));
  };
  const renderHands = () => {
    const numbers = [...new Set([...sheet.hands.map((hand) => hand.number), ...entries.map((entry) => entry.hand)])].sort((one, other) => other - one);
    const lastOwn = numbers.find((number) => ownWord(number) && !handOf(number)?.ruled);
    fill("hands-list", [numbers, sheet, entries, ended, lastOwn], () => numbers.length ? numbers.map((number) => {
      const hand = handOf(number), entry = entryOf(number), state = stateOf(number);
      const told = entry ? entry.told : hand.told ?? (state === "yours" ? null : ownWord(number) ?? hand.reports.find((one) => one.told)?.told);
      const line = entry || told ? handWords(told) : hand.outcome ? words.outcomes[hand.outcome] : "";
      const deeds = [];
      if (mayReport() && !ended && !hand?.ruled) {
        if (state === "refused") {
          deeds.push(button(`mend-${number}`, words.mend, () => begin(number, entry.told, { mends: entry.id }), { class: "btn", "aria-label": say(words.mend_hand, { number }) }));
          deeds.push(button(`discard-${number}`, words.discard, async () => { await outbox.remove(entry.id); await readEntries(); }, { class: "btn risk", "aria-label": say(words.discard_hand, { number }) }));
        } else if (ownWord(number) || hand?.told) {
          deeds.push(button(`correct-${number}`, words.correct, () => begin(number, ownWord(number) ?? hand?.told, { correcting: true }), { class: "btn", "aria-label": say(words.correct_hand, { number }) }));
          if (number === lastOwn) deeds.push(button(`back-${number}`, words.take_back, () => takeBack(number), { class: "btn", "aria-label": say(words.take_back_hand, { number }) }));
        }
        if (sheet.may_settle && settleAddress && (hand?.told || hand?.reports.length)) deeds.push(make("a", { class: "btn", href: settleAddress.replace("/0/", `/${number}/`), "aria-label": say(words.settle_hand, { number }) }, words.settle));
      }
      if (hand?.told || hand?.ruled) deeds.push(make("a", { class: "btn bare", href: handAddress.replace("/0/", `/${number}/`), "aria-label": say(words.page_of_hand, { number }) }, words.page));
      return make("li", { "data-hand": number, "data-state": state },
        make("p", { class: "ps-line" }, make("b", {}, say(words.hand, { number })), make("span", { class: `badge ${LOOKS[state]}` }, make("span", { "aria-hidden": "true" }, SIGNS[state]), words.states[state])),
        line ? make("p", {}, line) : null,
        entry?.problem ? make("p", { class: "err", role: "alert" }, say(words.refused, { number, problem: entry.problem })) : null,
        hand && state === "differs" ? comparison(hand) : null,
        hand ? changes(hand) : null,
        deeds.length ? make("p", { class: "row" }, deeds) : null);
    }) : [make("li", { class: "soft" }, words.no_hands)]);
  };
  const renderScore = () => fill("score", [sheet.names, sheet.total, sheet.kunukku, sheet.games, sheet.winners, sheet.unit, sheet.result, sheet.speaks_for], () => [
    sheet.over ? make("p", { class: "ps-over", role: "status" }, sheet.result || words.over) : null,
    sheet.over || !mayReport() ? null : make("p", { class: "ps-for" }, say(words.reports_for, { names: sheet.speaks_for.map((side) => sheet.sides[side].map((seat) => sheet.names[seat]).join(", ")).join("; ") })),
    make("ul", { class: "ps-sides", "aria-label": sheet.unit }, sheet.sides.map((seats, side) => make("li", { "data-side": letter(side), class: sheet.winners.includes(side) ? "won" : "" },
      make("span", { class: "ps-names" }, shape(side), make("span", {}, seats.map((seat) => sheet.kunukku[seat] ? `${sheet.names[seat]} (${say(words.kunukku, { count: sheet.kunukku[seat] })})` : sheet.names[seat]).join(", "))),
      make("span", { class: "ps-total" }, make("b", { class: "big" }, figure(sheet.total[side] ?? 0)), make("small", {}, sheet.games.length ? `${sheet.unit} · ${say(words.games, { count: sheet.games[side] })}` : sheet.unit))))),
  ]);
  const renderLink = () => {
    const sign = document.getElementById("link");
    const state = ended ? "lost" : link;
    if (sign.dataset.link !== state) { sign.dataset.link = state; sign.textContent = words.link[state]; }
    const waiting = entries.length;
    const text = ended ? words.handed_on : state === "lost" ? lost || words.lost : waiting && outbox && !outbox.database.keeps ? words.not_kept : state === "offline" ? words.offline : "";
    fill("notes", [waiting, text], () => [
      waiting ? make("p", { class: "ps-unsent", id: "unsent" }, make("span", { "aria-hidden": "true" }, "↑ "), say(words.unsent, { count: waiting })) : null,
      text ? make("p", { class: state === "lost" ? "err" : "small" }, text) : null,
    ]);
    if (waiting) navigator.setAppBadge?.(waiting).catch(() => {});
    else navigator.clearAppBadge?.().catch(() => {});
  };
  function render() {
    renderScore();
    renderEntry();
    renderHands();
    renderLink();
  }

  // The connection -----------------------------------------------------------------------------------------------
  const accept = (state) => { if (state.version >= sheet.version) sheet = state; };
  const readEntries = async () => {
    if (ended) return;
    try {
      entries = (await outbox.entries()).filter((entry) => entry.sheet === sheet.sheet);
      const kept = await outbox.state(sheet.sheet);
      if (kept && kept.state.version >= sheet.version) { sheet = kept.state; etag = kept.etag ?? ""; }
    } catch (fault) {
      if (fault.name !== "InvalidStateError") throw fault; // removed meanwhile
    }
    render();
  };
  let asking = false;
  async function look() {
    if (asking || ended || document.hidden || !outbox) return;
    asking = true;
    try {
      const answer = await ask(stateAddress, { headers: etag ? { "If-None-Match": etag } : {} });
      if (answer.status === 304) link = "live";
      else if (answer.ok && answer.headers.get("Sheet-Key") !== key) { link = "lost"; lost = ""; } else if (answer.ok) {
        const state = await answer.json();
        accept(state);
        etag = answer.headers.get("ETag") ?? "";
        link = "live";
        if (!ended) await outbox.keep(sheet.sheet, state, etag);
      } else if (answer.status >= 500 || answer.status === 429) link = "offline";
      else {
        const problem = await problemOf(answer);
        lost = problem.code === "pass-revoked" ? problem.detail : "";
        link = "lost";
      }
    } catch (fault) {
      if (fault.name !== "InvalidStateError") link = "offline";
    } finally {
      asking = false;
    }
    if (link === "live" && entries.some((entry) => !entry.problem)) outbox.send();
    render();
  }
  // A page that was opened without a connection, or whose connection is back: what waits goes first.
  const resume = () => { if (!document.hidden && outbox && !ended) { outbox.send(); look(); } };
  listen((what) => {
    if (what.ended) { ended = true; draft = null; render(); return; }
    if (what.changed && what.changed !== key) return;
    if (what.link) { link = what.link; lost = what.detail ?? ""; }
    if (outbox) readEntries();
  });
  document.addEventListener("visibilitychange", resume);
  addEventListener("online", resume);
  addEventListener("offline", () => { link = "offline"; render(); });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  setInterval(look, POLL_MS);

  // The worker keeps this page, the rules and their files for when there is no connection.
  const files = () => [...new Set([
    ...performance.getEntriesByType("resource").map((one) => one.name),
    ...[...document.querySelectorAll("link[href], script[src]")].map((one) => one.href || one.src),
    new URL(sprite, location.href).href,
  ].map((address) => new URL(address)).filter((address) => address.origin === location.origin && address.pathname.startsWith("/static/")).map((address) => address.pathname))];
  const keepPage = async () => {
    if (!("serviceWorker" in navigator) || ended || !navigator.onLine) return;
    const { active } = await navigator.serviceWorker.ready;
    if (ended) return;
    await caches.open(PREFIX + key); // the worker keeps nothing where this is gone
    active.postMessage({ type: "keep", key, pages: [location.pathname, root.dataset.rules], files: files() });
  };
  navigator.serviceWorker?.addEventListener("message", (event) => { if (event.data?.type === "kept") root.dataset.kept = "yes"; });

  (async () => {
    outbox = await Outbox.of(key);
    await readEntries();
    root.hidden = false;
    resume();
    if (!("serviceWorker" in navigator)) return;
    try {
      await navigator.serviceWorker.register(root.dataset.worker, { scope: "/", updateViaCache: "none" });
      await keepPage();
    } catch { /* without a worker the page works, but is not there without a connection */ }
  })();
})();
