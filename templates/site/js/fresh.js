// Staying up to date: a pulse of a few bytes is asked for; only when it is another, what is new.

const fresh = one(".fresh");

// A host may hand out the old page for a while after it has told of a new one.
const mayReload = (wanted) => {
  const key = `runner tried ${location.pathname}`;
  const [tried, at] = (store.get("sessionStorage", key) || " 0").split(" ");
  if (tried === wanted && Date.now() - at < 60000) return false;
  return store.set("sessionStorage", key, `${wanted} ${Date.now()}`) || performance.now() > 60000;
};
// Nobody's letters are lost, nor the keyboard of a phone.
let typed = -Infinity;
if (one("#q")) one("#q").addEventListener("input", () => { typed = Date.now(); });
const typing = () => document.activeElement === one("#q") && Date.now() - typed < 8000;
const isOld = (current) => current && current !== page.dataset.version;
window.runnerVersion = (said) => { version = said; recalled = null; };
let heard = "";
let pulse = "";
let early = "";  // a pulse that came before its version.js, as an upload by name brings it
window.runnerPulse = (said) => { pulse = said; };

const renew = async () => {
  const again = early === pulse ? `&t=${Date.now()}` : "";
  await load(new URL(`version.js?v=${pulse}${again}`, root).href);
  early = version.pulse === pulse ? "" : pulse;
  const ofPlayer = page.dataset.page.startsWith("players/") && page.dataset.page !== "players/index";
  const pages = ofPlayer ? await askPlayers() : version.pages;
  const current = pages[page.dataset.page];
  if (isOld(current) && !typing() && mayReload(current)) {
    keepPlace();
    addEventListener("pagehide", keepPlace);
    location.reload();
    return;
  }
  heard = isOld(current) || early ? "" : pulse;
  tick();
  showBand();
  keepPages(version.now.id);
  if (me()) showMe(); else showFriends();
  const asOf = version.asOf && !one(".asof") ? _("As of {time}", { time: version.asOf.slice(11, 16) + own(version.asOf) }) : "";
  if (fresh.textContent !== asOf) fresh.textContent = asOf;
};
const since = (moment) => (Date.now() - moment < 72000000 ? clock(moment)
  : moment.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short", hourCycle }));
const ask = async () => {
  if (!document.hidden) {
    try {
      await load(new URL(`pulse.js?t=${Date.now()}`, root).href);
      const { lost } = fresh.dataset;
      delete fresh.dataset.lost;
      if (lost || pulse !== heard) await renew();
    } catch (error) {
      fresh.dataset.lost = "yes";
      fresh.textContent = _("Not connected: this page is from {time}.", { time: since(new Date(document.lastModified)) });
      if (!version) recall();
      showPill();
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
ask();
