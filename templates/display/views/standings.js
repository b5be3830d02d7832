/* The ranking after the latest round whose results are all in. */

VIEWS.standings = {
  name: () => _("Standings"),
  title: (now, parts) => parts.standings.title || now.title,
  corner(now) { // the clock is that of a round that the title does not name
    const [left, until] = clockWords(now);
    return [left, until && clockOf(now) === now.clock ? `${now.title} · ${until}` : until];
  },
  small: (now, parts) => (parts.standings.title ? parts.standings.small : now.small),

  list(now, parts, options) {
    const every = parts.standings.rows;
    const alone = lonely(every.filter((row) => row.length > 1).map((row) => [row[1], row[2]]));
    const top = options.top ? every.slice(0, options.top) : every;
    const items = partOf(top, options.part);
    const points = top.some((row) => row[4]);
    const number = (row) => (isNaN(row[0]) ? String(every.indexOf(row) + 1) : row[0]); // a shared place has two
    const ranks = Math.max(2, ...top.map((row) => (row.length > 1 ? row[0].length : 0)));
    return {
      items,
      wide: 10.5,
      close: 9.5,
      beside: (top.some((row) => row[6] && row[6] !== "leads") ? 1.8 : 0) + (ranks - 2) * 0.6,
      ranks,
      kind: "ranks",
      digits: Math.max(2, ...top.map((row) => (row[4] || "").length)),
      label: (page) => spanOf(page.filter((row) => row.length > 1).map(number)),
      count: top.length < every.length
        ? _("the first {number} of {total}", { number: top.length, total: every.length })
        : !every.length ? "" : (parts.pairings.teams ? ngettext("{n} team", "{n} teams", every.length) : ngettext("{n} player", "{n} players", every.length)),
      empty: now.veiled ? _("Standings are shown when the last round is over")
        : _("Standings appear when all results of a round are in"),
      row: (row) => (row.length === 1 ? make("div", "rw head", make("span", "nm", row[0]))
        : make("div", `rw${row[5] ? " cut" : ""}${row[6] ? ` ${row[6]}` : ""}`, [
          make("span", "k", row[0]),
          nameCell(row[1], row[2], alone(row[1], row[2])),
          row[6] && row[6] !== "leads" ? make("span", "sure", row[6] === "out" ? pgettext("cut", "out") : _("clinched")) : "",
          make("span", "rec", row[3]),
          points ? make("span", "t", row[4]) : "",
          row[5] ? make("span", "line", row[5]) : "",
        ])),
    };
  },
};
