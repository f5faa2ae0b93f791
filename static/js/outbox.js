// The reports of a phone that are not sent yet, in IndexedDB: one database for each author, under a name that says nothing.
// An entry stays until the server has taken it. The server knows a report by its content, so that one sent twice is one.
(() => {
  "use strict";
  const PREFIX = "lelam-sheet-";
  const RETRY_MS = [1000, 2000, 4000, 8000, 16000, 30000, 60000];
  const TIMEOUT_MS = 15000;
  const bell = "BroadcastChannel" in window ? new BroadcastChannel("lelam-sheets") : null;
  const listeners = new Set();
  const call = (what) => { for (const listener of listeners) listener(what); };
  const tell = (what) => { bell?.postMessage(what); call(what); };
  bell?.addEventListener("message", (event) => call(event.data));

  const open = async (key) => {
    const database = await idb.openDB(PREFIX + key, 1, {
      upgrade(fresh) {
        fresh.createObjectStore("outbox", { keyPath: "id" });
        fresh.createObjectStore("states", { keyPath: "sheet" });
      },
      // Somebody removes what is kept: this connection would keep it alive.
      blocking(_now, _then, event) { event.target.close(); call({ ended: true }); },
    });
    return {
      keeps: true,
      close: () => database.close(),
      getAll: (name) => database.getAll(name),
      get: (name, id) => database.get(name, id),
      put: (name, value) => database.put(name, value),
      delete: (name, id) => database.delete(name, id),
      // Changes a value in one go; `change` returns the new one, or null to remove it. Nothing is done without a value.
      async change(name, id, change) {
        const { store, done } = database.transaction(name, "readwrite");
        const before = await store.get(id);
        const after = before && change(before);
        if (after) await store.put(after);
        else if (before) await store.delete(id);
        await done;
        return after;
      },
    };
  };

  // A browser that keeps nothing still sends, as long as its page is open.
  const inMemory = () => {
    const stores = { outbox: new Map(), states: new Map() };
    return {
      keeps: false,
      close() {},
      getAll: async (name) => [...stores[name].values()],
      get: async (name, key) => stores[name].get(key),
      put: async (name, value) => { stores[name].set(value.id ?? value.sheet, value); },
      delete: async (name, key) => { stores[name].delete(key); },
      async change(name, id, change) {
        const before = stores[name].get(id);
        const after = before && change(before);
        if (after) stores[name].set(id, after);
        else stores[name].delete(id);
        return after;
      },
    };
  };

  class Outbox {
    constructor(key, database) { this.key = key; this.database = database; this.failures = 0; this.timer = 0; }

    static async of(key) {
      try { return new Outbox(key, await open(key)); } catch { return new Outbox(key, inMemory()); }
    }

    async entries() {
      const all = await this.database.getAll("outbox");
      return all.sort((one, other) => one.at - other.at || one.edit - other.edit);
    }
    async put(entry) {
      const id = [entry.sheet, entry.sides.join("-"), entry.hand, entry.edit].join("/");
      await this.database.put("outbox", { tried: false, problem: "", at: Date.now(), ...entry, id });
      tell({ changed: this.key });
    }
    async remove(id) { await this.database.delete("outbox", id); tell({ changed: this.key }); }
    // Removes an entry that no server can have seen; tells whether it was such a one.
    async removeUntried(id) {
      const after = await this.database.change("outbox", id, (entry) => entry.tried ? entry : null);
      tell({ changed: this.key });
      return after === null;
    }
    state(sheet) { return this.database.get("states", sheet); }
    async keep(sheet, state, etag) {
      const kept = await this.state(sheet);
      // Answers overtake each other: an older one changes nothing.
      if (kept && kept.state.version > state.version) return;
      await this.database.put("states", { sheet, state, etag });
    }

    // Sends what is there, one after the other, in one window at a time; what fails for now is tried again later.
    async send() {
      clearTimeout(this.timer);
      const work = async () => {
        for (;;) {
          const entry = (await this.entries()).find((one) => !one.problem);
          if (!entry) { this.failures = 0; return; }
          if (!await this.sendEntry(entry)) return;
        }
      };
      try {
        await (navigator.locks ? navigator.locks.request(PREFIX + this.key, work) : work());
      } catch (fault) {
        if (fault.name !== "InvalidStateError") throw fault; // the database was removed meanwhile
      }
    }
    later() {
      const wait = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)];
      this.failures += 1;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.send(), wait * (0.75 + Math.random() / 2));
    }
    async sendEntry(entry) {
      if (!await this.database.change("outbox", entry.id, (one) => ({ ...one, tried: true }))) return true;
      let answer;
      try { answer = await post(this.key, entry); } catch { answer = null; }
      if (!answer || answer.status >= 500 || [408, 425, 429].includes(answer.status)) {
        this.later();
        tell({ link: "offline" });
        return false;
      }
      if (answer.ok) {
        const state = await answer.json().catch(() => null);
        if (!state?.hands) { this.later(); return false; } // such as the page of a hotel's network
        await this.keep(entry.sheet, state, answer.headers.get("ETag"));
        await this.database.delete("outbox", entry.id);
        this.failures = 0;
        tell({ changed: this.key, link: "live" });
        return true;
      }
      const problem = await problemOf(answer);
      if (!problem.code || ["unknown-sheet", "pass-revoked", "another-author"].includes(problem.code)) {
        // Not this entry is at fault: the phone is not known any more. It is kept until the phone is.
        tell({ link: "lost", detail: problem.code === "unknown-sheet" ? "" : problem.detail });
        return false;
      }
      await this.database.change("outbox", entry.id, (one) => ({ ...one, problem: problem.detail || problem.title }));
      tell({ changed: this.key, link: "live" });
      return true;
    }
  }

  const problemOf = async (answer) => {
    if (!answer.headers.get("Content-Type")?.includes("problem+json")) return {};
    return answer.json().catch(() => ({}));
  };
  const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] ?? "";
  const ask = (address, options = {}) => fetch(address, { credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout?.(TIMEOUT_MS), ...options });
  const post = async (key, entry) => {
    const send = () => ask(entry.address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token(), "Sheet-Key": key },
      body: JSON.stringify({ sides: entry.sides, hand: entry.hand, edit: entry.edit, told: entry.told }),
    });
    const answer = await send();
    // The token's cookie may have gone while the page was kept; the sheet's state brings a new one.
    if (answer.status !== 403 || answer.headers.get("Content-Type")?.includes("problem+json")) return answer;
    await ask(entry.state);
    return send();
  };

  // The number of entries that were not sent, of all these authors.
  const unsent = async (keys) => {
    let count = 0;
    for (const key of keys) {
      const outbox = await Outbox.of(key);
      count += (await outbox.entries()).length;
      outbox.database.close();
    }
    return count;
  };

  window.lelamOutbox = { Outbox, PREFIX, ask, listen: (listener) => listeners.add(listener), problemOf, token, unsent };
})();
