/* At which table everybody builds, by last name; in the corner how long they may. */

VIEWS.building = {
  name: () => _("Building tables"),
  title: (now) => decksTitle(now),
  small: (now, parts) => byPhase(parts, pgettext("what stands behind a name", "table")),

  list(now, parts, options) {
    const rows = parts.draft.rows.filter((row) => row[5]);
    const items = partOf(rows, options.part, (row) => row[2]);
    const alone = lonely(rows);
    return {
      items,
      wide: 7.8,
      close: 7,
      digits: String(Math.max(...rows.map((row) => row[5]), 10)).length,
      range: (row) => row[0],
      count: ngettext("{n} player by last name", "{n} players by last name", items.length),
      empty: rows.length ? _("Nobody of {part}", { part: options.part })
        : inDraft(now, _("There are no building tables")),
      row: (row) => make("div", "rw", [nameCell(row[0], row[1], alone(row[0], row[1])),
        make("span", "t", String(row[5]))]),
    };
  },
};
