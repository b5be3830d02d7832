// Where everybody sits: fetched only for those who ask.

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
