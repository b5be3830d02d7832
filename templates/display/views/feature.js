/* The feature tables, for spectators and for a stream: who plays there, with record and deck, and the
   result as soon as it is in. */

VIEWS.feature = {
  name: () => _("Feature tables"),
  small: (now) => now.small,
  draw(section, now, parts, options, room) {
    drawTables(section, now, parts, options, room, (seat) => seat.deck);
  },
};

/* Whether this is a page of the stream overlay. */
const overlay = () => Boolean(document.body.dataset.show);

/* The tables of a part, "1, 7"; else all, and on a stream the first. */
function featured(parts, options) {
  const { tables } = parts.feature, asked = (options.part || "").match(/\d+/g);
  if (asked) return tables.filter((table) => asked.indexOf(String(table.number)) >= 0);
  return overlay() ? tables.slice(0, 1) : tables;
}

function drawTables(section, now, parts, options, room, line) {
  const height = room.height / room.unit, tables = featured(parts, options);
  section.classList.add("feats");
  if (!tables.length && !overlay()) fill(section, make("p", "none", _("No feature table is marked")));
  for (const table of tables) {
    const many = table.seats.length > 2, rows = many && !overlay() ? Math.ceil(table.seats.length / 2) : 1;
    const seats = make("div", many ? "fs many" : "fs");
    seats.style.setProperty("--c", Math.ceil(table.seats.length / rows));
    seats.style.setProperty("--f", `${Math.min(many ? 96 : 140, Math.max(36, (height / tables.length - 120) / (rows * 2.4)))}`);
    seats.append(...(rows > 1 ? aroundTable(table.seats, true) : table.seats).map((seat) => seatCard(seat, line(seat))));
    section.append(make("div", "feat", [make("p", "fh", [make("b", "", [now.title, " · ", _("Table {table}", { table: table.number })]),
      make("span", "", table.result || parts.feature.goal)]), seats]));
  }
  fitNames(section);
  for (const each of section.querySelectorAll(".dk, .fh span")) shrink(each, 0.5);
}

function seatCard(seat, words) {
  return make("div", seat.won ? "fp win" : "fp", [
    make("p", "fn", [seat.letter ? make("span", "s", seat.letter) : "", nameCell(seat.last, seat.first, false)]),
    make("p", "dk", [make("b", "", seat.record), make("bdi", "", words)]),
  ]);
}
