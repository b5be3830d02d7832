/* Pairings by last name: where everybody sits, byes in words. */

const FEW = 30; // players up to whom there is room for the opponent as well

function seatOf(row, letters) {
  return letters && row[3] ? "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[row[4]] || String(row[4] + 1) : "";
}

VIEWS.pairings = {
  name: () => _("Pairings"),
  small: (now, parts) => [now.small, parts.pairings.letters ? _("table and seat")
    : pgettext("what stands behind a name", "table")].filter(Boolean).join(" · "),

  list(now, parts, options) {
    const { rows, letters, teams } = parts.pairings;
    const items = partOf(rows, options.part, (row) => row[2]);
    const alone = lonely(rows);
    const opponents = !letters && !teams && rows.length <= FEW ? against(rows) : null;
    return {
      items,
      wide: opponents ? 11 : 7.8,
      close: opponents ? 10.5 : 7,
      digits: String(Math.max(...rows.map((row) => row[3]), 10)).length,
      kind: letters ? "seats" : opponents ? "duel" : "",
      range: (row) => row[0],
      count: ngettext("{n} player by last name", "{n} players by last name", items.length),
      empty: rows.length ? _("Nobody of {part}", { part: options.part })
        : _("The pairings appear as soon as a round is out"),
      row: (row) => {
        const made = make("div", "rw", nameCell(row[0], row[1], alone(row[0], row[1])));
        if (!row[3]) {
          made.append(make("span", "bye", row[5]));
          return made;
        }
        const other = opponents && opponents.get(row);
        if (opponents) {
          made.append(make("span", "v", other ? pgettext("Ana v Bo", "v") : ""),
            other ? nameCell(other[0], other[1], alone(other[0], other[1])) : make("span", "nm"));
        }
        made.append(make("span", "t", String(row[3])));
        if (letters) made.append(make("span", "s", seatOf(row, letters)));
        return made;
      },
    };
  },
};

function against(rows) {
  const tables = {};
  for (const row of rows) if (row[3]) (tables[row[3]] = tables[row[3]] || []).push(row);
  const found = new Map();
  for (const [one, other] of Object.values(tables)) {
    found.set(one, other);
    if (other) found.set(other, one);
  }
  return found;
}
