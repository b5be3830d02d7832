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
      const button = make("button", "", "This is me");
      button.setAttribute("aria-label", `This is me: ${known.name}`);
      button.addEventListener("click", () => { field.value = ""; hits.hidden = true; follow(known.file); });
      item.append(button);
    }
    return item;
  };
  const find = async () => {
    const asked = words(field.value);
    if (!asked.length) { hits.hidden = true; return; }
    let known;
    try { known = (await askSeats()).players; } catch { return; }
    const fitting = known.filter((line) => matches(asked, spelt(line[1]))).slice(0, 6);
    hits.replaceChildren(...fitting.map((line) => hit(person(line))));
    if (!fitting.length) hits.append(make("li", "", "Nobody of that name plays in this round."));
    hits.hidden = false;
  };
  field.addEventListener("input", find);
  if (field.value) find();
}
