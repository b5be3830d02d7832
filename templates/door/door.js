/* Keeps the page as it is on the disk, and says so when Runner has ended. All of it works without this, by reloading. */
"use strict";
(() => {
  const PAUSE = 2500;
  const one = (selector) => document.querySelector(selector);
  if (one("[data-ended]")) return;

  /* --- what is live is taken from the page as it is now ----------------------------------------- */

  let tag = "";
  let missed = 0;
  const busy = (region) => region.contains(document.activeElement) && region.matches(":focus-within") &&
    document.activeElement.matches("input, textarea, select");
  const swap = (fresh) => {
    for (const region of document.querySelectorAll("[data-live]")) {
      const now = fresh.getElementById(region.id);
      if (!now || busy(region)) continue;
      const open = [...region.querySelectorAll("details[open][id]")].map((each) => each.id);
      if (region.querySelector("details.ask[open]")) continue;
      for (const id of open) now.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
      if (now.outerHTML === region.outerHTML) continue;
      const focused = region.contains(document.activeElement)
        ? [...region.querySelectorAll("a, button, summary")].indexOf(document.activeElement) : -1;
      region.replaceWith(document.adoptNode(now));
      if (focused >= 0) now.querySelectorAll("a, button, summary")[focused]?.focus({ preventScroll: true });
    }
    const desk = one("iframe.desk");
    if (Boolean(desk) !== Boolean(fresh.querySelector("iframe.desk")) && !working) location.reload();
  };
  const fetched = async () => {
    const asked = location.href;
    const answer = await fetch(asked, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    missed = 0;
    if (answer.status === 403 || answer.redirected) { location.reload(); return; }
    if (!answer.ok || asked !== location.href) return;
    tag = answer.headers.get("ETag") ?? "";
    swap(new DOMParser().parseFromString(await answer.text(), "text/html"));
  };
  const look = async () => {
    try { await fetched(); } catch { missed += 1; }
    one("[data-gone]").hidden = missed < 2;
    setTimeout(look, document.hidden ? 4 * PAUSE : PAUSE);
  };
  if (one("[data-live]")) setTimeout(look, PAUSE);

  /* --- what is searched for is found as it is typed ----------------------------------------------- */

  const search = one("[data-search]");
  let typed = 0;
  search?.addEventListener("input", () => {
    clearTimeout(typed);
    typed = setTimeout(() => {
      const wanted = search.value.trim();
      history.replaceState(null, "", wanted ? `/?${new URLSearchParams({ q: wanted })}` : "/");
      fetched().catch(() => {}); // the next look says that Runner has ended
    }, 150);
  });

  /* --- nothing is sent twice, and what takes long says so ---------------------------------------- */

  let working = false;
  document.addEventListener("submit", (event) => {
    if (working) { event.preventDefault(); return; }
    working = true;
    const button = event.submitter;
    if (!button) return;
    button.setAttribute("aria-disabled", "true");
    setTimeout(() => { button.textContent = "Runner is at it …"; }, 400);
  });
  window.addEventListener("pageshow", () => { working = false; });

  /* --- a file that is no list is not sent ---------------------------------------------------------- */

  one("input[data-most]")?.addEventListener("change", (event) => {
    const file = event.target;
    const tooMuch = (file.files[0]?.size ?? 0) > Number(file.dataset.most);
    one("#too-much").hidden = !tooMuch;
    if (tooMuch) file.value = "";
  });

  /* --- a new event: what the rules advise ---------------------------------------------------------- */

  const form = one("[data-advice]");
  if (form) {
    let turn = 0;
    const advise = async () => {
      const mine = ++turn;
      const asked = new URLSearchParams({ format: form.elements.format.value, players: form.elements.players.value });
      try {
        const said = await (await fetch(`/advice?${asked}`)).json();
        if (mine !== turn) return;
        one("#advice").textContent = said.words;
        one("[data-playoff]").hidden = !said.playoff;
      } catch { /* the advice that stands there stays */ }
    };
    for (const name of ["format", "players"]) form.elements[name].addEventListener("input", advise);
    advise();
  }

  /* --- the desk is as high as it wants to be -------------------------------------------------------- */

  window.addEventListener("message", (event) => {
    const desk = one("iframe.desk");
    const height = Number(event.data?.height);
    if (desk && event.source === desk.contentWindow && height > 100 && height < 50_000) desk.style.height = `${height}px`;
  });
})();
