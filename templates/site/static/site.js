/* What the pages can do beyond being read. Every page is complete without this file. */
"use strict";
(() => {
  const page = document.documentElement;
  const root = new URL(page.dataset.root || "./", location.href);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);

  /* --- storage: private windows and some browsers on file:// refuse it ------------------------ */

  const store = {
    get(kind, key) { try { return window[kind].getItem(key); } catch { return null; } },
    set(kind, key, value) {
      try {
        if (value === null) window[kind].removeItem(key); else window[kind].setItem(key, value);
        return true;
      } catch { return false; }
    },
  };
  const ME = `runner me ${root.pathname}`;
  const PLACE = `runner place ${location.pathname}`;

  /* --- search -------------------------------------------------------------------------------- */

  const PLAIN = { ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ß: "ss", ı: "i", ħ: "h" };
  const LONGER = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };
  const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
    .replace(/[øłđðþæœßıħ]/g, (letter) => PLAIN[letter]);
  const words = (text) => fold(text).split(/[\s,._·'‘’‛ʼʹ`´′‐-―-]+/).filter(Boolean);
  const spelt = (text) => [text, text.replace(/[.'‘’‛ʼʹ`´′‐-―-]/g, ""),
    text.toLowerCase().normalize("NFC").replace(/[äöüåø]/g, (letter) => LONGER[letter])].flatMap(words);
  const matches = (asked, known) => asked.every((part) => known.some((word) => word.startsWith(part)));

  const search = one("[data-search]");
  const list = one("[data-list]");
  if (search && list) {
    const field = one("input", search);
    const found = one("output", search);
    const nobody = one(".nobody");
    let known = null;
    const filter = () => {
      known ??= all("[data-item]", list).map((item) => [
        item, spelt(all("[data-key]", item).map((key) => key.textContent).join(" ")),
      ]);
      const asked = words(field.value);
      let shown = 0;
      for (const [item, itsWords] of known) {
        item.hidden = !matches(asked, itsWords);
        if (!item.hidden) shown += 1;
      }
      for (const group of all("[data-group]", list)) {
        group.hidden = !one("[data-item]:not([hidden])", group);
      }
      list.classList.toggle("filtered", asked.length > 0);
      nobody.hidden = shown > 0;
      found.textContent = asked.length ? `${shown} found` : "";
    };
    field.addEventListener("input", filter);
    search.addEventListener("submit", (event) => { event.preventDefault(); field.blur(); });
    const asked = new URLSearchParams(location.search).get("q");
    if (asked) field.value = asked;
    if (field.value) filter();
  }

  /* --- where everybody sits: fetched only for those who ask ----------------------------------- */

  let version = null;
  let seats = null;
  const load = (source) => new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = () => { script.remove(); done(); };
    script.onerror = () => { script.remove(); failed(new Error(source)); };
    document.head.append(script);
  });
  window.runnerSeats = (said) => { seats = said; };
  const askSeats = async () => {
    const tag = version ? version.seats : Date.now();
    if (seats?.tag === tag) return seats;
    await load(new URL(`seats.js?v=${tag}`, root).href);
    seats.tag = tag;
    return seats;
  };
  const spoken = ([, , table, seat, otherwise]) => (
    table ? `table ${table}${seat ? `, seat ${seat}` : ""}` : otherwise.toLowerCase());

  const finder = one("[data-finder]");
  if (finder) {
    const field = one("input", finder);
    const hits = one(".hits", finder);
    const find = async () => {
      const asked = words(field.value);
      if (!asked.length) { hits.hidden = true; return; }
      let known;
      try { known = await askSeats(); } catch { return; }
      const fitting = known.players.filter((each) => matches(asked, spelt(each[1]))).slice(0, 6);
      hits.replaceChildren(...fitting.map((each) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        const name = document.createElement("bdi");
        const place = document.createElement("b");
        link.href = new URL(`players/${each[0]}.html`, root).href;
        name.textContent = each[1];
        place.textContent = spoken(each);
        link.append(name, place);
        item.append(link);
        return item;
      }));
      if (!fitting.length) {
        const item = document.createElement("li");
        item.textContent = "Nobody of that name plays in this round.";
        hits.append(item);
      }
      hits.hidden = false;
    };
    field.addEventListener("input", find);
    if (field.value) find();
  }

  /* --- "This is me" --------------------------------------------------------------------------- */

  const badge = document.createElement("p");
  badge.className = "me";
  const showMe = async () => {
    const me = store.get("localStorage", ME);
    for (const row of all(".mine")) row.classList.remove("mine");
    if (!me) { badge.remove(); return; }
    const row = document.getElementById(me);
    row?.classList.add("mine");
    let mine = null;
    try { mine = (await askSeats()).players.find((each) => each[0] === me); } catch { /* as it was */ }
    if (store.get("localStorage", ME) !== me) return;
    const link = document.createElement("a");
    link.href = new URL(`players/${me}.html`, root).href;
    link.textContent = `You: ${mine ? spoken(mine) : "not in this round"}`;
    badge.replaceChildren(link);
    if (row) {
      const jump = document.createElement("a");
      jump.href = `#${me}`;
      jump.textContent = "Jump to me";
      jump.addEventListener("click", (event) => {
        event.preventDefault();
        row.hidden = false;
        row.scrollIntoView({ block: "center" });
        one("a", row)?.focus({ preventScroll: true });
      });
      badge.append(jump);
    }
    one(".mast").after(badge);
  };
  const follow = one("[data-follow]");
  if (follow && store.set("localStorage", ME, store.get("localStorage", ME))) {
    const label = () => {
      const followed = store.get("localStorage", ME) === follow.dataset.follow;
      follow.setAttribute("aria-pressed", String(followed));
      follow.textContent = followed ? "✓ This is me" : "This is me";
    };
    follow.hidden = false;
    follow.addEventListener("click", () => {
      const followed = store.get("localStorage", ME) === follow.dataset.follow;
      store.set("localStorage", ME, followed ? null : follow.dataset.follow);
      label();
      showMe();
    });
    label();
  }
  if (store.get("localStorage", ME)) showMe();

  /* --- sorting by a heading: equals keep their order in the ranking ---------------------------- */

  const sorted = { column: -1, downwards: false };
  const sortBy = (table, column, downwards) => {
    const body = table.tBodies[0];
    const worth = (row) => {
      const cell = row.cells[column];
      const text = (one("[data-key]", cell) ?? cell).textContent;
      const number = Number.parseFloat(text);
      return Number.isNaN(number) ? fold(text) : number;
    };
    const order = (left, right) => {
      if (typeof left === typeof right) return left < right ? -1 : Number(left > right);
      return typeof left === "number" ? -1 : 1;
    };
    const rows = [...body.rows].sort((a, b) => a.dataset.at - b.dataset.at)
      .map((row) => [row, worth(row)]);
    rows.sort(([, a], [, b]) => (downwards ? order(b, a) : order(a, b)));
    body.append(...rows.map(([row]) => row));
    all("thead th", table).forEach((head, index) => {
      head.removeAttribute("aria-sort");
      if (index === column) head.setAttribute("aria-sort", downwards ? "descending" : "ascending");
    });
    table.classList.toggle("resorted", column > 0 || downwards);
    Object.assign(sorted, { column, downwards });
  };
  for (const table of all("[data-sortable]")) {
    [...table.tBodies[0].rows].forEach((row, index) => { row.dataset.at = index; });
    all("thead th", table).forEach((head, column) => {
      const button = document.createElement("button");
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        const first = column < 2 || !head.classList.contains("n") ? "ascending" : "descending";
        sortBy(table, column, now ? now === "ascending" : first === "descending");
      });
    });
  }

  /* --- coming back to the same place after a reload -------------------------------------------- */

  const keepPlace = () => store.set("sessionStorage", PLACE, JSON.stringify({
    asked: one("#q")?.value ?? "", at: document.activeElement?.id ?? "", y: window.scrollY, sorted,
  }));
  const kept = store.get("sessionStorage", PLACE);
  if (kept) {
    store.set("sessionStorage", PLACE, null);
    const { asked, at, y, sorted: order } = JSON.parse(kept);
    const field = one("#q");
    const table = one("[data-sortable]");
    if (table && order.column >= 0) sortBy(table, order.column, order.downwards);
    if (field && asked) { field.value = asked; field.dispatchEvent(new Event("input")); }
    if (at === "q") field?.focus({ preventScroll: true });
    window.scrollTo({ top: y, behavior: "instant" });
  }

  /* --- staying up to date ---------------------------------------------------------------------- */

  const fresh = one(".fresh");
  const clock = (moment) => moment.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
  // Times are those of the hall; beside them stands the reader's own where it is another.
  const own = (iso) => {
    const moment = new Date(iso);
    const here = moment.toTimeString().slice(0, 5);
    return here === iso.slice(11, 16) ? "" : ` (${clock(moment)} your time)`;
  };
  for (const time of all("time[datetime]")) time.append(own(time.dateTime));

  // A host may hand out the old page for a while after it has told of a new one.
  const mayReload = (wanted) => {
    const key = `runner tried ${location.pathname}`;
    const [tried, at] = (store.get("sessionStorage", key) ?? " 0").split(" ");
    if (tried === wanted && Date.now() - at < 60_000) return false;
    store.set("sessionStorage", key, `${wanted} ${Date.now()}`);
    return true;
  };
  window.runnerVersion = (said) => {
    const before = version;
    version = said;
    const current = said.pages[page.dataset.page];
    if (current && current !== page.dataset.version && mayReload(current)) {
      keepPlace();
      location.reload();
      return;
    }
    if (before && before.seats !== said.seats) showMe();
    const shown = one(".asof");
    const asOf = said.asOf && !shown ? `As of ${said.asOf.slice(11, 16)}${own(said.asOf)}` : "";
    if (fresh.textContent !== asOf) fresh.textContent = asOf;
  };
  const ask = async () => {
    if (!document.hidden) {
      try {
        await load(new URL(`version.js?t=${Date.now()}`, root).href);
      } catch {
        fresh.textContent = "Not connected: this is the last version of the page.";
      }
    }
    later();
  };
  let waiting = 0;
  const later = (seconds = 10 + 10 * Math.random()) => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, seconds * 1000);
  };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) later(0.3); });
  later(1);
})();
