// "Where do I sit?": a name as it is typed, each hit with its table and "This is me".

const finder = one("[data-finder]");
if (finder) {
  const field = one("input", finder);
  const hits = one(".hits");
  const hit = (known) => {
    const item = make("li");
    const name = make("bdi", "", known.called ?? known.name);
    const link = make("a", "", name, make("b", "", spoken({ ...known, seat: known.place || known.seat })));
    if (known.called) name.append(" ", make("small", "", known.name));
    const file = known.own ?? known.file;
    link.href = pageOf(file);
    item.append(link);
    if (remembers) {
      const button = make("button", "", _("This is me"));
      button.setAttribute("aria-label", _("This is me: {name}", { name: known.called ?? known.name }));
      button.addEventListener("click", () => { field.value = ""; hits.hidden = true; follow(file); });
      item.append(button);
    }
    return item;
  };
  const find = async () => {
    let known = null;
    try { known = words(field.value).length && (await askSeats()); } catch { return; }
    const asked = words(field.value); // it may be another by now
    if (!asked.length) { hits.hidden = true; return; }
    const fitting = [
      ...members(known).filter((member) => matches(asked, spelt(`${member.called} ${member.name}`))),
      ...known.players.map(person).filter(({ name }) => matches(asked, spelt(name))),
    ].slice(0, 6);
    hits.replaceChildren(...fitting.map(hit));
    if (!fitting.length) hits.append(make("li", "", _("Nobody of that name is in this event.")));
    hits.hidden = false;
  };
  field.addEventListener("input", find);
  if (field.value) find();
}
