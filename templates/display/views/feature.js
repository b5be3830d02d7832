/* The feature tables, for spectators and for a stream: who plays there, with record and deck, and the
   result as soon as it is in. */

VIEWS.feature = Object.assign(tableView((seat) => seat.deck), {
  name: () => _("Feature tables"),
  small: (now) => now.small,
});

/* A view of feature tables with what `line` says of a seat: as few pages as leave every seat its room. */
function tableView(line) {
  return {
    pages(now, parts, room, options) {
      const tables = featured(parts, options), count = tables.length;
      for (let pages = 1; ; pages += 1) {
        const cut = (at) => Math.floor((at * count) / pages);
        const split = Array.from({ length: pages }, (none, at) => tables.slice(cut(at), cut(at + 1)));
        if (pages >= count || overlay() || split.every((some) => some.every((table) => seating(table, some.length, room, line)))) {
          return split.map((some) => ({ span: [].concat(spanOf(some.map((table) => table.number))).join(" – "), tables: some }));
        }
      }
    },
    draw(section, now, parts, options, room, page) {
      drawTables(section, now, parts, page.tables, room, line);
    },
  };
}

/* Whether this is a page of the stream overlay. */
const overlay = () => Boolean(document.body.dataset.show);

/* The tables of a part, "1, 7"; else all, and on a stream the first. */
function featured(parts, options) {
  const { tables } = parts.feature, asked = (options.part || "").match(/\d+/g);
  if (asked) return tables.filter((table) => asked.indexOf(String(table.number)) >= 0);
  return overlay() ? tables.slice(0, 1) : tables;
}

const SMALL = 36; // px of the smallest name on 1080 lines
const AROUND = 101, BETWEEN = 20; // px of a table's head, edges and gap, and of the gap between its rows
const LOOSE_SEAT = 2.4, TIGHT_SEAT = 2; // so many times as high as its name a seat is

/* In how many columns the seats of a table stand and how large, and how much smaller the lines below a name are, where
   so many tables share a page: two columns, or those with the largest names; null where they could not be read. With
   more than two, record and deck stand on lines of their own, as large as the height allows. Two stand one above the other
   where the display is upright; if they have it to themselves, first names stand below last names. */
function seating(table, tables, room, line) {
  const seats = table.seats.length, alone = seats === 2 && tables === 1, height = room.height / room.unit / tables - AROUND;
  const letters = (words) => Math.max(...table.seats.map((seat) => Array.from(words(seat)).length));
  const longest = letters((seat) => seat.record + line(seat)) + 2, deck = letters(line);
  const word = letters((seat) => `${seat.last} ${seat.first}`.split(/[\s-]/).sort((one, other) => other.length - one.length)[0]);
  let best = null;
  const tower = seats === 2 && upright(room);
  for (let columns = tower ? 1 : Math.min(seats, 2); columns <= (tower ? 1 : Math.max(Math.min(seats, 4), Math.ceil(seats / 2))); columns += 1) {
    const rows = Math.ceil(seats / columns), wide = (room.width / room.unit - 56) / columns - 46;
    const less = (size) => Math.min(0.58, wide / 9 / size);
    const across = wide - 70; // beside the games won
    const named = (size) => 1.05 * Math.max(...table.seats.map((seat) => [seat.last, seat.first]
      .reduce((sum, words) => sum + Math.ceil((Array.from(words).length * size * 0.6) / across), 0)));
    const high = (size, least, part = less(size)) => {
      const lines = columns > 2 ? 1 + Math.min(2, Math.ceil((deck * size * part * 0.55) / wide))
        : Math.min(2, Math.ceil((longest * size * part * 0.55) / wide));
      return Math.max(rows * size * least, rows * size * ((alone ? named(size) : 1.26) + 1.31 * part * lines) + (rows - 1) * BETWEEN);
    };
    let size = columns > 2 ? Math.min(96, wide / 8) : seats > 2 ? 96 : tables > 1 ? 150 : 200;
    if (alone) size = Math.min(size, wide / (word * 0.62 + 2)); // between the games won and as much room again
    while (size > SMALL && high(size, LOOSE_SEAT) + BETWEEN > height) size -= 1;
    size = Math.max(size, SMALL);
    if (high(size, TIGHT_SEAT) <= height && (columns < 3 || wide / size >= 7) && (!best || size > best.size)) {
      let part = less(size);
      while (columns > 2 && part < 0.8 && high(size, TIGHT_SEAT, part + 0.02) <= height) part += 0.02;
      best = { columns, size, less: part };
    }
  }
  return best;
}

function drawTables(section, now, parts, tables, room, line) {
  section.classList.add("feats");
  if (!tables.length && !overlay()) fill(section, make("p", "none", _("No feature table is marked")));
  for (const table of tables) {
    const many = table.seats.length > 2, stream = overlay();
    const { columns, size, less } = (!stream && seating(table, tables.length, room, line))
      || { columns: stream ? table.seats.length : 2, size: SMALL, less: 0.58 };
    const seats = make("div", many ? "fs many" : "fs");
    if (columns > 2) seats.classList.add("stacked");
    if (columns === 1) seats.classList.add("tower");
    if (!many && !stream && tables.length === 1) seats.classList.add("alone"); // first names below last names
    else if (!many && columns > 1) seats.classList.add("facing"); // the scores beside one another in the middle
    seats.style.setProperty("--c", columns);
    seats.style.setProperty("--f", size);
    seats.style.setProperty("--d", less);
    seats.append(...(many && columns < table.seats.length ? aroundTable(table.seats, true) : table.seats).map((seat) => seatCard(seat, line(seat))));
    const title = _("Table {table}", { table: table.number });
    section.append(make("div", "feat", [make("p", "fh", [make("b", "", stream ? [now.title, " · ", title] : title),
      make("span", "", (many || !table.seats[0].games || !table.seats.some((seat) => seat.won) ? table.result : "") || parts.feature.goal)]), seats]));
  }
  const lines = Array.from(section.querySelectorAll(".dk"));
  evenly(lines);
  const two = (each) => each.offsetHeight > 2 * parseFloat(getComputedStyle(each).fontSize);
  if (!overlay() && lines.some(two)) section.querySelectorAll(".fs").forEach((each) => each.classList.add("stacked"));
  fitNames(section); // into the height that those lines leave
  for (const each of section.querySelectorAll(".fh span")) shrink(each, 0.5);
  alike(Array.from(section.querySelectorAll(".nm")).filter((cell) => !cell.matches(".two")));
  if (!overlay()) for (const kind of [".many", ":not(.many)"]) equalise(Array.from(section.querySelectorAll(`.fs${kind}`)));
}

/* Names of a table of which one stands on lines of its own: all do, as small as it is, unless that is very small. Then those
   of other tables like them: no larger, except where a table has to be much smaller. */
function equalise(tables) {
  const size = (cell) => parseFloat(cell.style.fontSize) || 1;
  const names = tables.map((table) => Array.from(table.querySelectorAll(".nm")));
  const largest = (cells) => Math.max(...cells.map(size));
  for (const cells of names.filter((each) => each.some((cell) => cell.matches(".two")))) {
    const least = Math.min(...cells.map(size));
    if (least >= 0.5 * largest(cells)) limitSize(cells, least);
  }
  const most = Math.max(...names.map(largest));
  const least = Math.min(...names.map(largest).filter((each) => each >= 0.6 * most));
  for (const cells of names) if (largest(cells) > least) limitSize(cells, least);
}

/* Put names on lines of their own, at most so many times as large as usual. */
function limitSize(cells, most) {
  for (const cell of cells) {
    if (!cell.matches(".flows, .breaks")) cell.classList.add("two");
    if ((parseFloat(cell.style.fontSize) || 1) > most) cell.style.fontSize = `${most}em`;
  }
}

/* The names that stand on one line, all as narrow and small as the longest of them. */
function alike(names) {
  for (const form of ["narrow", "less"]) {
    const has = names.some((cell) => cell.matches(`.${form}`));
    for (const cell of names) cell.classList.toggle(form, has);
  }
}

/* The lines below the names of a table, all as large as the longest may be. */
function evenly(lines) {
  const sizes = Array.from(lines, (each) => {
    const least = TINY * unit() / parseFloat(getComputedStyle(each).fontSize);
    shrink(each, Math.min(1, least));
    return parseFloat(getComputedStyle(each).fontSize);
  });
  for (const each of lines) each.style.fontSize = `${Math.min(...sizes)}px`;
}

function seatCard(seat, words) {
  return make("div", seat.won ? "fp win" : "fp", [
    make("p", "fn", [seat.letter ? make("span", "s", seat.letter) : "", nameCell(seat.last, seat.first, false),
      seat.games ? make("b", "g", seat.games) : ""]),
    make("p", "dk", [make("b", "", seat.record), words ? make("bdi", "", words) : ""]),
  ]);
}
