// The search over all events. What it looks in comes in small files, by the first two letters of a word.

const everywhere = one("[data-everywhere]");
if (everywhere) {
  const field = one("input", everywhere);
  const results = one(".results");
  const MOST = 30;
  const parts = {};

  const line = ([name, [event, day, href, place]]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = new URL(href, root);
    const add = (tag, kind, text) => {
      const node = document.createElement(tag);
      node.className = kind;
      const own = document.createElement("bdi");
      own.textContent = text;
      node.append(own);
      link.append(node);
    };
    add("span", "name", name);
    add("span", "when", [event, day].filter(Boolean).join(" · "));
    add("b", "", place ? _("Place {place}", { place }) : "");
    item.append(link);
    return item;
  };
  const told = (text) => {
    const item = document.createElement("li");
    item.className = "none";
    item.textContent = text;
    return item;
  };
  const show = () => {
    const asked = words(field.value);
    const start = asked.map((word) => word.slice(0, 2)).find((two) => two.length === 2);
    results.hidden = !asked.length;
    if (!start) { fill(results, asked.length ? [told(_("Type two letters of a name."))] : []); return; }
    if (!(start in parts)) {
      const script = document.createElement("script");
      const bytes = new TextEncoder().encode(start);
      const name = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      script.src = new URL(`-/search/${name}.js`, root);
      script.onerror = () => { parts[start] = []; show(); };
      parts[start] = null;
      document.head.append(script);
    }
    if (!parts[start]) return;
    const near = fitting(asked, parts[start], (each) => each[2]);
    const lines = [].concat(...near.map(([name, where]) => where.map((each) => [name, each])));
    fill(results, lines.slice(0, MOST).map(line));
    if (!lines.length) results.append(told(_("Nobody and no event of that name is here.")));
  };
  window.found = (start, names) => {
    parts[start] = names.map(([name, where, also = ""]) => [name, where, spelt(`${name} ${also}`)]);
    show();
  };
  everywhere.hidden = false;
  field.addEventListener("input", show);
  withArrows(field, results);
  everywhere.addEventListener("submit", (event) => {
    event.preventDefault();
    const links = all("a", results);
    if (links.length === 1) location.href = links[0].href; else field.blur();
  });
  if (field.value) show();
}
