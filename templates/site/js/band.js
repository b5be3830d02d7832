// A band and a mark in the title on every open page when a round is out: "Round 6 is out: table 12, seat B".

const ROUND = `runner round ${root.pathname}`;
const title = document.title;
const away = () => {
  const shown = one(".band");
  if (shown) shown.remove();
  document.title = title;
  store.set("localStorage", ROUND, version.now.id);
};
const showBand = async () => {
  const { id, state, round } = version.now;
  const seen = store.get("localStorage", ROUND);
  const shown = one(".band");
  if (shown && shown.dataset.round !== id) shown.remove();
  if (state !== "playing" || seen === id) return;
  const here = (home && me()) || page.dataset.page === "pairings" || page.dataset.page === `players/${me()}`;
  if (seen === null || (here && !document.hidden)) { store.set("localStorage", ROUND, id); return; }
  if (one(".band")) return;
  let mine = null;
  try { mine = me() && (await askSeats()).players.find(([file, , , , , , gone]) => file === teamOf(me()) && !gone); } catch (error) { /* without it */ }
  if (one(".band") || version.now.id !== id) return;
  const link = make("a", "", mine ? _("{round} is out: {where}", { round, where: spoken(person(mine)) }) : _("{round} is out", { round }));
  link.href = mine ? pageOf(me()) : new URL("pairings.html", root).href;
  link.addEventListener("click", away);
  const close = make("button", "", "✕");
  close.setAttribute("aria-label", _("Close"));
  close.addEventListener("click", away);
  const band = make("div", "band", link, close);
  band.setAttribute("role", "status");
  band.dataset.round = id;
  one("header.top").after(band);
  document.title = `● ${title}`;
};
