/* The playoff: all of it where it can be read; else the stages of the round, those of the winners above those of the
   losers, or one after the other, page by page; of a double elimination the finals that find no room in a row below. */

const LINE = 40; // px of the lowest line of a card on 1080 lines
const LARGE = 56; // px of one where all stages stand below one another
const FINAL = 1.4; // size of the last match's card, relative to the others
const ALONE = 2; // the same, and that of its column, once all others are over
const NARROW = 330; // px of a stage; on an upright display half of its width
const WIDE = 440; // px of one on a page for a side
const upright = (room) => room.height > room.width;

VIEWS.bracket = {
  name: () => _("Bracket"),
  small: (now, parts) => [now.small, parts.bracket.title !== now.title ? parts.bracket.title : ""]
    .filter(Boolean).join(" · "),
  pages: (now, parts, room) => (parts.bracket.stages.length ? pagesOf(marked(parts.bracket.stages), above(parts, room)) : [{ span: "" }]),

  draw(section, now, parts, options, room, page) {
    if (!page.bands) {
      section.append(make("p", "none", now.veiled ? _("Results are shown when the last round is over")
        : _("The bracket appears with the playoff")));
      return;
    }
    const columns = page.bands.map((band) => spread(band, room, page.bands.length));
    const most = Math.max(...columns.map(sum));
    const cap = page.below ? 128 : upright(room) ? 108 : most > 2 ? 76 : 100;
    const line = Math.min(cap * room.unit, lineOf(page.bands, columns, above(parts, room)));
    section.append(make("div", page.below ? "bands below" : "bands", page.bands.map((band, at) => {
      const tree = make("div", "tree", band.map((stage, number) => stageOf(stage, columns[at][number])));
      const alone = page.below && band[0].cards.length === 1; // the last, below all others
      const parts = band.map((stage, number) => columns[at][number] * (stage.last === ALONE && band.length > 1 ? ALONE : 1));
      const wide = parts.concat(!alone && most > sum(columns[at]) ? most - sum(columns[at]) : []);
      tree.style.gridTemplateColumns = wide.map((many) => `minmax(0, ${many}fr)`).join(" ");
      if (!page.below) tree.style.flexGrow = 0.6 + highest(band, columns[at]);
      return tree;
    })));
    const finals = finalsBeside(page.bands, parts.bracket.stages);
    if (finals.length) section.append(make("div", "finals", finals));
    section.style.setProperty("--f", `${Math.min(line, (upright(room) ? 88 : cap) * room.unit) * 0.64}px`);
    section.style.setProperty("--h", `${line}px`);
    for (const cell of section.querySelectorAll(".nm, .finals p")) fitLine(cell);
    for (const kind of [".last", ":not(.last)"]) oneSize(Array.from(section.querySelectorAll(`.cards${kind} .nm:not(.wraps)`)));
    for (const cell of section.querySelectorAll("h2, .what")) shrink(cell, 0.5);
    const trees = Array.from(section.querySelectorAll(".tree"));
    if (page.below) trees.slice(1).forEach((tree, at) => dropped(trees[at], tree, page.bands[at + 1][0]));
    else trees.forEach((tree, at) => joined(tree, page.bands[at]));
  },
};

/* --- what is shown ------------------------------------------------------------------------------ */

/* The stages, of which the final of a single elimination is `last`: FINAL, or ALONE once all others are over. */
function marked(stages) {
  const tree = stages.filter((stage) => stage.side !== "third"), final = tree[tree.length - 1];
  if (final.cards.length > 1 || stages.some((stage) => stage.side === "losers")) return stages;
  const last = tree.slice(0, -1).some(dueOf) ? FINAL : ALONE;
  return stages.map((stage) => (stage === final ? Object.assign({}, stage, { last }) : stage));
}

/* One page with everything, or with the stages of the round and as many others as can be read; else several, each with
   a side whose cards have lines only there, or with a stage or a part of it. A band is stages beside one another; `span` is what a page is called. */
function pagesOf(stages, room) {
  const sides = [stages.filter((stage) => stage.side !== "losers"), stages.filter((stage) => stage.side === "losers")]
    .filter((side) => side.length);
  const due = Math.max(...stages.map(dueOf));
  const below = upright(room) && sides.length === 1 ? sides[0].map((stage) => [stage]) : null; // stage below stage
  if (below && fits(below, room, LARGE)) return [{ span: "", bands: below, below: true }];
  if (fits(sides, room, LINE)) return [{ span: "", bands: sides }];
  const lean = sides.map((side) => side.map(withoutByes));
  const windows = lean.map((side, at) => windowOf(side, due, !at)).filter(Boolean);
  const apart = upright(room) || windows.length < 2 ? [null]
    : windows.map((one) => grown([Object.assign({}, one)], due, Object.assign({}, room, { stage: WIDE })));
  const together = grown(windows, due, room);
  const lined = (bands) => bands && !bands.some((band) => spread(band, room, bands.length).some((many) => many > 1));
  if (together && (lined(together) || !apart.every(lined))) return [{ span: "", bands: together }];
  if (apart.every(lined)) return apart.map(([band]) => ({ span: band[0].title, bands: [band.slice(0, Math.max(lastKnown(band), 1) + 1)] }));
  return windows.reduce((pages, one) => {
    const alone = grown([one], due, room);
    if (alone) return pages.concat({ span: alone[0][0].title, bands: alone });
    return one.side.slice(one.from, one.to).reduce((all, stage) => all.concat(partsOf(stage, room)), pages);
  }, []);
}

/* The last stage of which somebody is known. */
const lastKnown = (band) => Math.max(...band.map(({ cards }, at) => (
  cards.some(({ spots }) => spots.some((spot) => spot[3] !== "open")) ? at : 0)));

/* The room above the finals, which only a double elimination has: a row, or on an upright display up to three lines. */
const above = (parts, room) => (parts.bracket.stages.some((stage) => stage.side === "losers")
  ? Object.assign({}, room, { height: room.height - (upright(room) ? 192 : 64) * room.unit }) : room);

/* The finals on no card, as soon as somebody is in them. */
const finalsBeside = (bands, stages) => stages.filter((stage) => stage.cards.length === 1
  && !bands.some((band) => band.some(({ title }) => title === stage.title))
  && stage.cards[0].spots.some((spot) => spot[3] !== "open"))
  .map((stage) => make("div", "", make("p", "", [make("b", "", stage.title)].concat(...stage.cards[0].spots.map(([, who, score, tone], at) => [
    at ? " – " : " ", make("bdi", tone, who), score ? make("b", "t", ` ${score}`) : "",
  ])))));

/* 2 where somebody plays in a stage, 1 where somebody is to, else 0. */
function dueOf(stage) {
  if (stage.cards.some((card) => card.state === "playing")) return 2;
  return +stage.cards.some((card) => card.state !== "bye" && !card.spots.some((spot) => spot[3] === "win")
    && card.spots.some((spot) => spot[3] !== "open"));
}

/* The stages of a side that are played now, or come next; at the end the last of all. */
function windowOf(side, due, last) {
  if (!due) return last ? { side, from: side.length - 1, to: side.length } : null;
  const at = side.map((stage, number) => (dueOf(stage) === due ? number : -1)).filter((number) => number >= 0);
  return at.length ? { side, from: at[0], to: at[at.length - 1] + 1 } : null;
}

/* The windows with later stages and, where there is much room or all is over, with earlier ones; null where not even
   what they have can be read. */
function grown(windows, due, room) {
  const shown = () => windows.map((one) => one.side.slice(one.from, one.to));
  if (!fits(shown(), room, LINE)) return null;
  for (const [edge, by, least] of [["to", 1, LINE], ["from", -1, due ? 56 : LINE]]) {
    for (let more = true; more;) {
      more = false;
      for (const one of windows.filter((each) => (by > 0 ? each.to < each.side.length : each.from > 0))) {
        one[edge] += by;
        if (fits(shown(), room, least)) more = true;
        else one[edge] -= by;
      }
    }
  }
  return shown();
}

/* A stage that is too high for a page, in as few equal parts as can be read. */
function partsOf(stage, room) {
  const { length } = stage.cards;
  for (let total = 1; ; total += 1) {
    const parts = [];
    for (let at = 0; at < total; at += 1) {
      const cards = stage.cards.slice(Math.floor((at * length) / total), Math.floor(((at + 1) * length) / total));
      const number = total > 1 ? ` · ${_("{number} of {total}", { number: at + 1, total })}` : "";
      parts.push({ span: stage.title + number, bands: [[Object.assign({}, stage, { cards })]] });
    }
    if (total >= length || parts.every((part) => fits(part.bands, room, LINE))) return parts;
  }
}

/* Who does not play stands on no card of a round that others play in. */
function withoutByes(stage) {
  const cards = stage.cards.filter((card) => card.state !== "bye");
  return cards.length ? Object.assign({}, stage, { cards }) : stage;
}

/* --- how large it is ---------------------------------------------------------------------------- */

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
const linesOf = (stage, between) => scaleOf(stage) * sum(stage.cards.map((card) => card.spots.length + headings(card) + between));
const scaleOf = (stage) => stage.last || 1;
const notesOf = (card) => card.notes.filter((each) => each !== _("No time limit")); // the clock says so
const headings = (card) => 0.7 * ((card.heading ? 1 : 0) + notesOf(card).length);

/* How many lines the highest stage of a band has, where its cards stand in so many columns. */
const highest = (band, columns, between = 0.5) => Math.max(...band.map((stage, at) => Math.max(
  Math.ceil(stage.cards.length / columns[at]) * (linesOf(stage, between) / stage.cards.length),
  ...stage.cards.map((card) => linesOf(Object.assign({}, stage, { cards: [card] }), between)))));

const isBelow = (bands) => bands.length > 1 && bands.every((band) => band.length === 1);

/* How high a line of a card is. */
const lineOf = (bands, columns, room) => (isBelow(bands)
  ? (room.height - 100 * room.unit * bands.length) / sum(bands.map((band, at) => highest(band, columns[at], 0.3)))
  : (room.height - 60 * room.unit * bands.length) / sum(bands.map((band, at) => 0.6 + highest(band, columns[at]))));

const fits = (bands, room, least) => bands.every(({ length }) => length === 1
  || length * (room.stage || (upright(room) ? 450 : NARROW)) * room.unit <= room.width)
  && lineOf(bands, bands.map((band) => spread(band, room, bands.length)), room) >= least * room.unit;

/* Columns for the stages: as long as there is room, one more for the stage that has most lines. */
function spread(stages, room, bands) {
  const columns = stages.map(() => 1);
  const all = Math.max(1, Math.floor(room.width / (400 * room.unit)));
  for (let free = all - stages.length; free > 0; free -= 1) {
    const most = stages.map((stage, at) => linesOf(stage, 0.5) / columns[at]);
    const at = most.indexOf(Math.max(...most));
    if (most[at] > 14 / bands && stages[at].cards.length > columns[at]) columns[at] += 1;
  }
  return columns;
}

/* --- how it is drawn ---------------------------------------------------------------------------- */

function stageOf(stage, columns) {
  const title = make("h2", dueOf(stage) === 2 ? "now" : "", [stage.title, " ", make("small", "", stage.progress)]);
  const cards = make("div", columns > 1 ? "cards wide" : stage.last ? "cards last" : "cards");
  cards.style.setProperty("--c", columns);
  cards.style.setProperty("--scale", scaleOf(stage));
  cards.style.setProperty("--r", Math.ceil(stage.cards.length / columns));
  for (const card of stage.cards) {
    const made = make("div", `card ${card.state}`);
    const champion = card.state === "crown" ? _("Champion") : "";
    const what = (stage.last && champion) || [card.heading, champion].filter(Boolean).join(" · ");
    if (what) made.append(make("p", "what", what));
    for (const [seed, who, score, tone] of card.spots) {
      const cell = make("span", "nm", [make("bdi", "", who)]);
      made.append(make("div", `spot ${tone}`, [make("span", "k", seed ? String(seed) : ""), cell,
        make("span", "t", score)]));
    }
    for (const each of notesOf(card)) made.append(make("p", "what", each));
    cards.append(made);
  }
  return make("div", "stage", [title, cards]);
}

/* Lines from the cards of a stage to those of the next, where one or two lead to each, in order. Pods lead nowhere: all
   who are left are seeded anew. */
function joined(tree, band) {
  band.slice(1).forEach((next, at) => {
    const [from, to] = [at, at + 1].map((number) => tree.children[number].querySelectorAll(".cards:not(.wide) > .card"));
    const many = from.length / to.length;
    const onward = band[at].side === next.side ? next.side !== "final" : next.side === "final";
    if (!onward || (many !== 1 && many !== 2) || next.cards.some((card) => card.spots.length > 2)) return;
    Array.from(from).forEach((card, number) => tree.append(lineTo(card, to[Math.floor(number / many)])));
  });
}

/* Lines down from two cards beside one another to the one below both. */
function dropped(tree, next, { cards }) {
  const from = Array.from(tree.querySelectorAll(".card")), to = next.querySelector(".card").getBoundingClientRect();
  if (from.length !== 2 || cards.length !== 1 || cards[0].spots.length > 2) return;
  const box = tree.getBoundingClientRect(), { bottom } = from[0].getBoundingClientRect();
  const drop = (at, left, width, top, height) => {
    const made = make("i", `drop ${at}`);
    Object.assign(made.style, { left: `${left - box.left}px`, width: `${width}px`, top: `${top - box.top}px`, height: `${height}px` });
    tree.append(made);
  };
  const [one, other] = from.map((card) => card.getBoundingClientRect()).map(({ left, right }) => (left + right) / 2).sort((a, b) => a - b);
  const half = (to.top - bottom) / 3;
  drop("fork", one, other - one, bottom, half);
  drop("stem", (one + other) / 2, 0, bottom + half, 2 * half);
}

function lineTo(card, next) {
  const [start, end] = [card, next].map((each) => each.offsetTop + each.offsetHeight / 2);
  const made = make("i", end < start ? "join up" : "join");
  const left = Math.min(card.offsetLeft + card.offsetWidth, next.offsetLeft + next.offsetWidth);
  Object.assign(made.style, { top: `${Math.min(start, end)}px`, height: `${Math.abs(end - start)}px`, left: `${left}px`,
    width: `${Math.max(card.offsetLeft, next.offsetLeft) - left}px` });
  return made;
}

/* Names on one line: all as narrow and as small as the longest of them. */
function oneSize(cells) {
  const least = Math.min(...cells.map((cell) => parseFloat(getComputedStyle(cell).fontSize)));
  const narrow = cells.some((cell) => cell.matches(".narrow"));
  for (const cell of cells) {
    cell.classList.toggle("narrow", narrow);
    cell.style.fontSize = `${least}px`;
  }
}

function fitLine(cell) {
  if (cell.scrollWidth > cell.clientWidth) cell.classList.add("narrow");
  shrink(cell, 0.6);
  if (cell.scrollWidth <= cell.clientWidth) return;
  cell.classList.add("wraps");
  fold(cell);
}
