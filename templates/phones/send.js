/* Sends what is reported until it has arrived, once. All of it works without this, by the forms. */
"use strict";
(() => {
  const PAUSES = [1000, 2000, 4000, 8000, 15000, 30000];
  const PATIENCE = 15000, LOOK = 10000, STAYS = 3;  // looks for which an alert stays
  const KEPT = "runner unsent ", OWN = KEPT + location.pathname.split("/").slice(0, 3).join("/");
  const HERE = KEPT + location.pathname;
  const notice = document.querySelector("[data-unsent]");
  const main = () => document.querySelector("main");
  const one = (selector) => main().querySelector(selector);
  const plain = (content) => content.outerHTML.replace(/name="once" value="\w+"/g, "");
  let unsent = null, turn = 0, holds = 0, tries = 0, timer = 0, shown = plain(main());
  if (!window.fetch || !window.AbortController) return;

  /* --- what is kept over a reload: for this address, which is of one pairing of a round ----------- */

  const store = (text) => {
    try {
      if (text) localStorage.setItem(HERE, text); else localStorage.removeItem(HERE);
    } catch (reason) { /* a browser that keeps nothing tries again as long as the page is open */ }
  };
  const others = () => {
    try {
      const known = Object.keys(localStorage).filter((key) => key.startsWith(KEPT) && !key.startsWith(OWN));
      for (const key of known) localStorage.removeItem(key);
      return known.length > 0;
    } catch (reason) { return false; }
  };
  const left = () => {
    try { return localStorage.getItem(HERE); } catch (reason) { return null; }
  };

  /* --- the page ------------------------------------------------------------------------------------ */

  const say = (text) => {
    notice.hidden = !text;
    notice.textContent = text;
  };
  const busy = (is) => {
    for (const button of main().querySelectorAll("button")) button.disabled = is;
  };
  const swap = (text, sent) => {
    const fresh = new DOMParser().parseFromString(text, "text/html"), content = fresh.querySelector("main");
    if (!content || (!sent && plain(content) === shown)) return;
    const here = document.activeElement, held = !sent && main().contains(here) && here.outerHTML;
    const wanted = content.querySelector("[autofocus]");
    shown = plain(content);
    if (wanted) wanted.removeAttribute("autofocus");
    document.title = fresh.title;
    main().replaceWith(document.adoptNode(content));
    if (!sent && !held) return;
    const same = [...main().querySelectorAll("a, button, input")].find((each) => each.outerHTML === held);
    const next = same || (sent && wanted) || one("h1");
    if (next.matches("h1")) next.tabIndex = -1;
    next.focus();
  };
  const asked = async (address, options) => {
    const control = new AbortController(), late = setTimeout(() => control.abort(), PATIENCE);
    try {
      const answer = await fetch(address, Object.assign({ cache: "no-store", signal: control.signal }, options));
      if (answer.status >= 500 || answer.status === 429) throw new Error("later");
      if (answer.redirected) history.replaceState(null, "", answer.url);
      return { status: answer.status, text: await answer.text() };
    } finally { clearTimeout(late); }
  };

  /* --- sending ------------------------------------------------------------------------------------- */

  const done = (lost) => {
    unsent = null;
    store("");
    busy(false);
    say(lost ? notice.dataset.dropped : "");
  };
  const taken = (sent, status) => {
    if (one("[data-counts]")) return true;
    return status === 200 && one("[name=token]") && (!sent.has("result") || !one("[name=seat]"));
  };
  const send = async () => {
    clearTimeout(timer);
    const sent = new URLSearchParams(unsent), token = one("[name=token]");
    if (!token) { done(!one("[data-counts]")); return; }
    const body = new URLSearchParams([["token", token.value], ...sent]);  // which has to come first
    busy(true);
    try {
      const answer = await asked(location.pathname, { method: "POST", body });
      if (answer.status !== 400) swap(answer.text, true);
      done(!taken(sent, answer.status));
    } catch (reason) {
      say(notice.dataset.waiting);
      timer = setTimeout(send, PAUSES[Math.min(tries, PAUSES.length - 1)]);
      tries += 1;
    }
  };
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || !("submitter" in event)) return;
    event.preventDefault();
    if (unsent) return;
    const fields = new URLSearchParams(new FormData(form));
    if (event.submitter && event.submitter.name) fields.append(event.submitter.name, event.submitter.value);
    fields.delete("token");
    unsent = fields.toString();
    tries = holds = 0;
    turn += 1;
    store(unsent);
    say("");
    send();
  });
  addEventListener("online", () => { if (unsent) send(); });

  /* --- what has come meanwhile --------------------------------------------------------------------- */

  let looking = 0, pressed = false;
  const inHand = () => {
    const fields = [...main().querySelectorAll("input, textarea")];
    return pressed || one("details[open]") || fields.some((each) => (
      each.checked !== each.defaultChecked || each.value !== each.defaultValue
      || (each === document.activeElement && !each.matches("[type=checkbox], [type=radio]"))
    ));
  };
  const look = async () => {
    const before = turn, reads = one("[role=alert]") && holds < STAYS;
    holds += 1;
    if (main().matches("[data-again]") && !unsent && !document.hidden && !reads && !inHand()) {
      try {
        const answer = await asked(location.href);
        if (turn === before && !inHand()) swap(answer.text);
      } catch (reason) { /* the next look may reach it */ }
    }
    clearTimeout(looking);
    looking = setTimeout(look, LOOK);
  };
  for (const [kind, is] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false]]) {
    addEventListener(kind, () => { pressed = is; });
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  looking = setTimeout(look, LOOK);
  if (others()) say(notice.dataset.dropped);
  unsent = left();
  if (unsent) send();
})();
