/* Keeps the desk fresh: a script tag asks for the latest version, since files fetch nothing else. */
"use strict";
(() => {
  const page = document.documentElement;
  const one = (selector) => document.querySelector(selector);
  const PLACE = `runner desk ${location.pathname}`;
  const LATE = 30_000;
  const IN_DOOR = page.dataset.door !== undefined; // in a frame of the front door, which has no place of its own to keep
  const store = {
    get(key) { try { return sessionStorage.getItem(key); } catch { return null; } },
    set(key, value) { try { sessionStorage.setItem(key, value); return true; } catch { return false; } },
  };

  /* --- coming back to the same place after a reload -------------------------------------------- */

  const keep = () => store.set(PLACE, JSON.stringify({
    y: window.scrollY,
    open: [...document.querySelectorAll("details[open]")].map((each) => each.id),
    tried: page.dataset.wanted ?? "",
    at: Date.now(),
  }));
  let kept = {};
  try { kept = JSON.parse(store.get(PLACE) ?? "{}"); } catch { /* as if there were none */ }
  for (const id of kept.open ?? []) document.getElementById(id)?.setAttribute("open", "");
  const back = () => { if (kept.y) window.scrollTo({ top: kept.y, behavior: "instant" }); };
  back();
  document.fonts.ready.then(back);
  window.addEventListener("pagehide", keep);

  /* --- asking ---------------------------------------------------------------------------------- */

  const load = (file) => new Promise((done) => {
    const script = document.createElement("script");
    script.src = `.runner/${file}?t=${Date.now()}`;
    script.onload = script.onerror = () => { script.remove(); done(); };
    document.head.append(script);
  });
  window.runnerDesk = (version) => {
    if (version === page.dataset.version) return;
    if (kept.tried === version && Date.now() - kept.at < 20_000) return;
    page.dataset.wanted = version;
    location.reload();
  };

  /* --- whether somebody is watching ------------------------------------------------------------- */

  const live = one(".live");
  const stale = one(".stale");
  const said = { at: "", seen: 0, watching: null, why: "" };
  window.runnerAlive = ({ at, watching, why = "" }) => {
    const moment = Date.parse(at);
    if (at !== said.at) said.seen = said.at ? Date.now() : Math.min(moment, Date.now());
    Object.assign(said, { at, watching, why });
  };
  const ago = (milliseconds) => {
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    if (seconds < 90) return `${seconds} seconds`;
    const minutes = Math.round(seconds / 60);
    return minutes < 90 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  };
  const hour = (at) => new Date(at).toTimeString().slice(0, 5);
  const say = (element, text) => { if (element.textContent !== text) element.textContent = text; };
  const freshness = () => {
    const age = Date.now() - Date.parse(page.dataset.at);
    const fresh = said.watching === true && Date.now() - said.seen < LATE;
    document.body.classList.toggle("watched", fresh);
    say(live, fresh ? `Watching; as of ${live.dataset.at}` : `Not watched; as of ${live.dataset.at}`);
    stale.hidden = fresh;
    if (fresh) return;
    const first = document.body.classList.contains("rest") ? "Corrections are not being published."
      : `Saves are not being published. This is ${ago(age)} old.`;
    if (stale.dataset.said === first) return;
    stale.dataset.said = first;
    const small = document.createElement("small");
    const again = said.watching === null ? "" : " again";
    const why = said.watching === false && said.why ? `At ${hour(said.at)} ${said.why}. ` : "";
    const how = IN_DOOR ? `Switch watching on${again}, above.` : `Run${again}: runner watch, with the event’s folder.`;
    small.textContent = `${why}${how}`;
    stale.replaceChildren(first, small);
  };
  const asOf = live.textContent.replace("As of ", "");
  live.dataset.at = asOf.endsWith(" UTC") ? hour(page.dataset.at) : asOf;

  /* --- the time of the round -------------------------------------------------------------------- */

  const time = one(".time[data-called]");
  const span = (milliseconds) => {
    const minutes = Math.ceil(Math.abs(milliseconds) / 60_000);
    return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  };
  const countdown = () => {
    const now = Date.now();
    for (const each of document.querySelectorAll("[data-until]")) {
      each.classList.toggle("over", Date.parse(each.dataset.until) < now);
    }
    if (!time) return;
    const called = Date.parse(time.dataset.called);
    const ends = Date.parse(time.dataset.ends);
    const clock = time.querySelector("b");
    clock.hidden = false;
    clock.classList.toggle("over", now >= called);
    if (now < called) say(clock, `${span(called - now)} left.`);
    else if (now < ends) say(clock, `Extra turns: ${span(ends - now)} left.`);
    else say(clock, `Over time by ${span(now - (ends || called))}.`);
  };

  if (IN_DOOR) {
    const told = () => parent.postMessage({ height: document.body.scrollHeight }, "*");
    new ResizeObserver(told).observe(document.body);
    told();
  }

  const turn = async () => {
    await Promise.all([load("desk-version.js"), load("desk-alive.js")]);
    freshness();
    countdown();
    setTimeout(turn, 2000);
  };
  countdown();
  turn();
})();
