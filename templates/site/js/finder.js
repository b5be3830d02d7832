// "Where do I sit?": a name as it is typed, each hit with its table and "This is me".

const finder = one("[data-finder]");
if (finder) {
  const field = one("input", finder);
  const hits = one(".hits");
  const hit = (known) => {
    const item = make("li");
    const link = make("a", "", make("bdi", "", known.name), make("b", "", spoken(known)));
    link.href = pageOf(known.file);
    item.append(link);
    if (remembers) {
      const button = make("button", "", _("This is me"));
      button.setAttribute("aria-label", _("This is me: {name}", { name: known.name }));
      button.addEventListener("click", () => { field.value = ""; hits.hidden = true; follow(known.file); });
      item.append(button);
    }
    return item;
  };
  const find = async () => {
    let known = null;
    try { known = words(field.value).length && (await askSeats()).players; } catch { return; }
    const asked = words(field.value); // it may be another by now
    if (!asked.length) { hits.hidden = true; return; }
    const fitting = known.filter((line) => matches(asked, spelt(line[1]))).slice(0, 6);
    hits.replaceChildren(...fitting.map((line) => hit(person(line))));
    if (!fitting.length) hits.append(make("li", "", _("Nobody of that name is in this event.")));
    hits.hidden = false;
  };
  field.addEventListener("input", find);
  if (field.value) find();
}
