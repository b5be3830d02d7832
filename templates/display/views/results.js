/* Results as they come in: who has won at each table that is done, and between two against whom. */

VIEWS.results = {
  name: () => _("Results"),
  small: (now) => [now.small, ngettext("{done} of {n} result", "{done} of {n} results", now.tables,
    { done: now.tables - now.playing.length })].filter(Boolean).join(" · "),

  list(now, parts, options) {
    const items = partOf(parts.results.rows, options.part);
    const two = items.some((row) => row.length > 4);
    return {
      items,
      wide: two ? 13 : 9.5,
      close: two ? 12 : 8.5,
      digits: String(Math.max(...items.map((row) => row[0]), 10)).length,
      kind: "ended",
      alike: two,
      label: (page) => spanOf(page.map((row) => row[0])),
      empty: now.veiled ? _("Results are shown when the last round is over") : _("No result is in yet"),
      row: (row) => {
        const names = namesOf(row).map(([last, first]) => nameCell(last, first, false));
        if (row.length % 2) names[1].classList.add("lost");
        names.splice(1, 0, make("span", names.length ? "rec" : "how", row[1]));
        return make("div", "rw", [make("span", "t", String(row[0])), ...names]);
      },
    };
  },
};

/* The pairs of names in a row of a result: of who has won, and then of who has not. */
function namesOf(row) {
  const pairs = [];
  for (let at = 2; at + 1 < row.length; at += 2) pairs.push([row[at], row[at + 1]]);
  return pairs;
}
