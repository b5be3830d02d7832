/* Results as they come in: who has won at each table that is done. */

VIEWS.results = {
  name: () => _("Results"),
  small: (now) => [now.small, ngettext("{done} of {n} result", "{done} of {n} results", now.tables,
    { done: now.tables - now.playing.length })].filter(Boolean).join(" · "),

  list(now, parts, options) {
    const items = partOf(parts.results.rows, options.part);
    return {
      items,
      wide: 9.5,
      close: 8.5,
      digits: String(Math.max(...items.map((row) => row[0]), 10)).length,
      kind: "ended",
      label: (page) => spanOf(page.map((row) => row[0])),
      count: ngettext("{n} table has finished", "{n} tables have finished", items.length),
      empty: now.veiled ? _("Results are shown when the last round is over") : _("No result is in yet"),
      row: (row) => {
        const made = make("div", "rw", make("span", "t", String(row[0])));
        if (row.length < 4) made.append(make("span", "how", row[1]));
        for (let at = 2; at + 1 < row.length; at += 2) made.append(nameCell(row[at], row[at + 1], false));
        if (row.length >= 4) made.append(make("span", "rec", row[1]));
        return made;
      },
    };
  },
};
