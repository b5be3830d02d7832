/* Results as they come in: who has won at each table that is done, and between two against whom. */

VIEWS.results = {
  name: () => _("Results"),
  small: (now) => [now.small, ngettext("{done} of {n} result", "{done} of {n} results", now.tables,
    { done: now.tables - now.playing.length })].filter(Boolean).join(" · "),

  list(now, parts, options) {
    const items = partOf(parts.results.rows, options.part);
    const duels = items.some(([, , won, lost]) => won.length + lost.length > 1);
    const below = duels && document.body.classList.contains("upright"), two = duels && !below;
    return {
      items,
      wide: two ? 13 : 9.5,
      close: two ? 12 : 8.5,
      tall: below ? 1.9 : 1,
      digits: String(Math.max(...items.map((row) => row[0]), 10)).length,
      kind: "ended",
      alike: two,
      label: (page) => spanOf(page.map((row) => row[0])),
      empty: now.veiled ? _("Results are shown when the last round is over") : _("No result is in yet"),
      row: ([table, how, won, lost]) => {
        const names = won.concat(lost).map(([last, first]) => nameCell(last, first, false));
        if (lost.length) names[1].classList.add("lost");
        const said = make("span", names.length ? "rec" : "how", how);
        if (below && names.length > 1) return make("div", "rw", [make("span", "t", String(table)), make("span", "both", names), said]);
        names.splice(1, 0, said);
        return make("div", "rw", [make("span", "t", String(table)), ...names]);
      },
    };
  },
};
