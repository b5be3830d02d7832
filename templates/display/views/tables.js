/* Pairings by table, for the staff: the number, and who sits there in the order of the seats. */

VIEWS.tables = {
  name: () => _("Tables"),
  small: (now) => [now.small ? `${now.small} · ` : "", now.playing.length
    ? make("b", "", ngettext("{n} still playing", "{n} still playing", now.playing.length)) : _("All results are in")],

  list(now, parts, options) {
    const rows = parts.pairings.teams || parts.pairings.rows;
    const letters = parts.pairings.letters && !parts.pairings.teams;
    const alone = lonely(rows);
    const seated = {};
    for (const row of rows) if (row[3]) (seated[row[3]] = seated[row[3]] || []).push(row);
    const numbers = Object.keys(seated).map(Number).sort((one, other) => one - other);
    const tables = numbers.map((number) => aroundTable(seated[number].sort((one, other) => one[4] - other[4]), letters));
    const out = rows.filter((row) => !row[3]).map((row) => [row]);
    const items = partOf(tables.concat(out), options.part);
    const won = {}, drawn = {};
    for (const [table, , winners] of parts.results.rows) {
      if (!winners.length) drawn[table] = true;
      for (const [last, first] of winners) won[[table, last, first]] = true;
    }
    const lines = Math.ceil(Math.max(2, ...items.map((table) => table.length)) / 2);
    return {
      items,
      wide: 11,
      close: 10,
      tall: lines * 0.8 + 0.2,
      digits: String(Math.max(...numbers, 1)).length,
      kind: letters ? "pods" : "pairs",
      label: (page) => spanOf(page.map((table) => table[0][3]).filter(Boolean)),
      count: ngettext("{n} table", "{n} tables", numbers.length),
      empty: _("The pairings appear as soon as a round is out"),
      row: (table) => make("div", !table[0][3] || now.playing.includes(Number(table[0][3])) ? "rw" : "rw done", [
        make("span", "t", table[0][3] ? String(table[0][3]) : ""),
        make("span", table[0][3] ? "who" : "who lone", table.map((row) => make("span", drawn[row[3]] || won[[row[3], row[0], row[1]]] ? "st won" : "st", [
          make("span", letters || !row[3] ? "s" : "v", row[3] ? seatOf(row, letters) || (row[4] ? pgettext("Ana v Bo", "v") : "") : row[5]),
          nameCell(row[0], row[1], alone(row[0], row[1])),
        ]))),
      ]),
    };
  },
};

/* The seats as they are at a table of four: A and B, and below them D and C. */
const aroundTable = (rows, letters) => (letters && rows.length === 4 ? [rows[0], rows[1], rows[3], rows[2]] : rows);

function spanOf(numbers) {
  const [from, to] = [numbers[0], numbers[numbers.length - 1]];
  if (from === undefined) return "–";
  return from === to ? String(from) : [String(from), String(to)];
}
