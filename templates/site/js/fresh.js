// Staying up to date.

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
