/* How many columns, rows and pages a list has: as few pages as can be read from far away, all of
   them equal.

   A list is { items, row(item), wide, close, tall, range, label, empty }: `row` makes the element of
   an item; a column is at least `wide` times as wide as a row is high, `close` times where all are on
   one page; names are smaller where `beside` as many widths more stand beside them; a row is `tall`
   times a usual one, and may be `least` times as high as others. `range(item)` is the last name, where pages have ranges of names;
   `label(items)` what a page is called otherwise. `alike`: names on one line have one size. */

const PITCH = 60, DENSE = 52.6, HIGHEST = 128; // px of a row on 1080 lines
const LOOSE = 1.5; // so many times as high rows may be where there is room
const LEAST_SECONDS = 8, SECONDS_A_ROW = 0.2, CYCLE = 60;
const ARC = 0.003687 * 1.41; // a row as a part of the distance: its capitals are 9 minutes of arc

/* The least height of a row that is read from that far, where screen and distance are known. */
function pitch(options, unit) {
  if (!(options.inches > 0 && options.metres > 0)) return 0;
  const across = Math.hypot(window.innerWidth, window.innerHeight);
  return (options.metres * 1000 * ARC) / ((options.inches * 25.4) / across);
}

function arrange(count, box, list, options) {
  const tall = list.tall || 1;
  const far = pitch(options, box.unit);
  const asked = (least) => {
    for (let pages = 1; ; pages += 1) {
      const found = grid(count, pages, box, list, options, tall);
      if (found.height >= least * tall * (list.least || 1) || pages >= count) return found;
    }
  };
  let found = asked(far || PITCH * box.unit);
  if (found.cycle > CYCLE && !far) {
    const dense = asked(DENSE * box.unit);
    if (dense.cycle < found.cycle || dense.pages < found.pages) found = dense;
  }
  found.line = Math.min(box.height / found.rows, found.height * LOOSE);
  return found;
}

function grid(count, pages, box, list, options, tall) {
  const per = Math.ceil(count / pages);
  let best = null;
  const only = Math.max(0, Math.min(12, options.columns || 0));
  for (let columns = only || 1; columns <= (only || 8); columns += 1) {
    const rows = Math.ceil(per / columns);
    const wide = (box.width - box.gap * (columns - 1)) / columns;
    const ratio = pages === 1 ? list.close : list.wide;
    const room = only ? Infinity : (wide / ratio) * tall;
    const height = Math.min(box.height / rows, room, HIGHEST * box.unit * tall);
    if (!best || height > best.height * 1.04) best = { columns, rows, height, wide };
  }
  const seconds = Math.max(LEAST_SECONDS, per * SECONDS_A_ROW);
  return Object.assign(best, { pages, seconds, cycle: pages * seconds });
}

/* The pages of a list, each with its items, and what it is called. */
function paged(list, box, options) {
  const count = list.items.length;
  if (!count) return { pages: [], seconds: LEAST_SECONDS };
  const found = arrange(count, box, list, options);
  const cut = (at) => Math.floor((at * count) / found.pages);
  const pages = [];
  for (let at = 0; at < found.pages; at += 1) pages.push(list.items.slice(cut(at), cut(at + 1)));
  const spans = list.range ? ranges(pages.map((page) => page.map(list.range)))
    : pages.map((page) => list.label(page));
  return {
    seconds: found.seconds,
    letters: list.range ? pages.map((page) => Array.from(new Set(page.map((item) => initial(list.range(item)))))) : null,
    pages: pages.map((items, at) => ({ span: spans[at], draw: (section) => {
      drawGrid(section, items, found, list, box);
    } })),
  };
}

function drawGrid(section, items, found, list, box) {
  const grid_ = make("div", `grid ${list.kind || ""}`);
  const tall = list.tall || 1;
  const size = Math.min(found.height / tall * 0.7, found.wide / ((list.close + (list.beside || 0)) * 1.5));
  grid_.style.setProperty("--h", `${Math.floor(found.line)}px`);
  grid_.style.setProperty("--f", `${size}px`);
  grid_.style.setProperty("--c", found.columns);
  grid_.style.setProperty("--n", list.digits || 2);
  grid_.style.setProperty("--k", list.ranks || 2);
  grid_.style.setProperty("--gap", `${box.gap}px`);
  for (let at = 0; at < found.columns; at += 1) {
    const column = make("div", "col");
    column.setAttribute("role", "list");
    for (const item of items.slice(at * found.rows, (at + 1) * found.rows)) {
      const row = list.row(item);
      row.setAttribute("role", "listitem");
      column.append(row);
    }
    if (column.childNodes.length) grid_.append(column);
  }
  section.append(grid_);
  fitNames(section);
  if (list.alike) alike(Array.from(section.querySelectorAll(".nm:not(.two)")));
}
