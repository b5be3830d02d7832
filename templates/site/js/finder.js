// "Where do I sit?": a name as it is typed, each hit with its table and "This is me".

const finder = one("[data-finder]");
if (finder) {
  const field = one("input", finder);
  const hits = one(".hits");
  let shown = null;
  const open = ({ own, file }) => {
    if (!remembers) { location.href = pageOf(own || file); return; }
    field.value = "";
    hits.hidden = true;
    follow(own || file);
  };
  const hit = (known) => {
    const item = make("li");
    const name = make("bdi", "", known.called || known.name);
    const link = make("a", "", name, make("b", "", spoken(Object.assign({}, known, { seat: known.place || known.seat }))));
    if (known.called) name.append(" ", make("small", "", known.name));
    link.href = pageOf(known.own || known.file);
    item.append(link);
    if (remembers) {
      const button = make("button", "", _("This is me"));
      button.setAttribute("aria-label", _("This is me: {name}", { name: known.called || known.name }));
      button.addEventListener("click", () => open(known));
      item.append(button);
    }
    return item;
  };
  const find = async () => {
    shown = null;
    let known = null;
    try { known = words(field.value).length && (await askSeats()); } catch (error) { return; }
    const asked = words(field.value); // it may be another by now
    if (!asked.length) { hits.hidden = true; return; }
    shown = fitting(asked, [...members(known), ...known.players.map(person)],
      ({ called, name }) => spelt(`${called || ""} ${name}`));
    fill(hits, shown.slice(0, 6).map(hit));
    if (!shown.length) hits.append(make("li", "", _("Nobody of that name is in this event.")));
    hits.hidden = false;
  };
  withArrows(field, hits);
  finder.addEventListener("submit", async (event) => {
    event.preventDefault();
    await find();
    const [first] = shown || [];
    const alone = first && shown.every(({ file }) => file === first.file) && shown.filter(({ own }) => own).length < 2;
    if (alone) open(first); else if (!shown || first) finder.submit();
  });
  field.addEventListener("input", find);
  if (field.value) find();
}
