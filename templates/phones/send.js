/* Sends what is reported until it has arrived, once. All of it works without this, by the forms. */
"use strict";
(() => {
  const PAUSES = [1000, 2000, 4000, 8000, 15000, 30000];
  const PATIENCE = 15000, LOOK = 10000;
  const KEPT = "runner unsent ", OWN = KEPT + location.pathname.split("/").slice(0, 3).join("/");
  const HERE = KEPT + location.pathname;
  const notice = document.querySelector("[data-unsent]");
  const main = () => document.querySelector("main");
  const one = (selector) => main().querySelector(selector);
  let unsent = null, tries = 0, timer = 0, shown = main().outerHTML;
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
  const swap = (text) => {
    const fresh = new DOMParser().parseFromString(text, "text/html"), content = fresh.querySelector("main");
    if (!content || content.outerHTML === shown) return;
    shown = content.outerHTML;
    document.title = fresh.title;
    main().replaceWith(document.adoptNode(content));
    const first = one("[autofocus]");
    if (first) first.focus();
  };
  const asked = async (options) => {
    const control = new AbortController(), late = setTimeout(() => control.abort(), PATIENCE);
    try {
      const answer = await fetch(location.pathname, Object.assign({ cache: "no-store", signal: control.signal }, options));
      if (answer.status >= 500 || answer.status === 429) throw new Error("later");
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
    return status === 200 && one("[name=token]") && (sent.has("seat") || !one("[name=seat]"));
  };
  const send = async () => {
    clearTimeout(timer);
    const sent = new URLSearchParams(unsent), token = one("[name=token]");
    if (!token || (one("[data-counts]") && !sent.has("after"))) { done(!one("[data-counts]")); return; }
    const body = new URLSearchParams([["token", token.value], ...sent]);  // which has to come first
    busy(true);
    try {
      const answer = await asked({ method: "POST", body });
      if (answer.status !== 400) swap(answer.text);
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
    tries = 0;
    store(unsent);
    say("");
    send();
  });
  addEventListener("online", () => { if (unsent) send(); });

  /* --- what has come meanwhile --------------------------------------------------------------------- */

  const look = async () => {
    if (main().matches("[data-again]") && !unsent && !document.hidden && !document.activeElement.matches("[type=search]")) {
      try {
        const answer = await asked();
        if (!unsent) swap(answer.text);
      } catch (reason) { /* the next look may reach it */ }
    }
    setTimeout(look, LOOK);
  };
  setTimeout(look, LOOK);
  if (others()) say(notice.dataset.dropped);
  unsent = left();
  if (unsent) send();
})();
