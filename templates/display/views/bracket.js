/* The playoff: all of it where it fits, else the stages that are being played. */

const LINE = 34; // px of the lowest line of a card on 1080 lines

VIEWS.bracket = {
  name: () => _("Bracket"),
  small: (now, parts) => [now.small, parts.bracket.title !== now.title ? parts.bracket.title : ""]
    .filter(Boolean).join(" · "),

  draw(section, now, parts, options, room) {
    const { stages } = parts.bracket;
    if (!stages.length) {
      section.append(make("p", "none", now.veiled ? _("Results are shown when the last round is over")
        : _("The bracket appears with the playoff")));
      return;
    }
    const [kept, columns] = window_(stages, room);
    const tree = make("div", "tree");
    tree.style.gridTemplateColumns = columns.map((many) => `minmax(0, ${many}fr)`).join(" ");
    const line = Math.min(76 * room.unit, lineOf(kept, columns, room));
    tree.style.setProperty("--f", `${line * 0.64}px`);
    tree.style.setProperty("--h", `${line}px`);
    tree.append(...kept.map((stage, at) => stageOf(stage, columns[at])));
    section.append(tree);
    for (const cell of tree.querySelectorAll(".nm")) fitLine(cell);
  },
};

const linesOf = (stage) => stage.cards.reduce((sum, card) => sum + card.spots.length + headings(card) + 0.5, 0);
const notesOf = (card) => card.notes.filter((each) => each !== _("No time limit")); // the clock says so
const headings = (card) => 0.7 * ((card.heading ? 1 : 0) + notesOf(card).length);

/* How high a line of a card is where a stage's cards stand in so many columns. */
function lineOf(stages, columns, room) {
  const lines = stages.map((stage, at) => Math.max(
    linesOf(stage) / columns[at], ...stage.cards.map((card) => linesOf({ cards: [card] }))));
  return (room.height - 60 * room.unit) / (Math.max(...lines) + 0.6);
}

/* Columns for the stages: as long as there is room, one more for the stage that has most lines. */
function spread(stages, room) {
  const columns = stages.map(() => 1);
  const all = Math.max(1, Math.floor(room.width / (400 * room.unit)));
  for (let free = all - stages.length; free > 0; free -= 1) {
    const most = stages.map((stage, at) => linesOf(stage) / columns[at]);
    const at = most.indexOf(Math.max(...most));
    if (most[at] > 14 && stages[at].cards.length > columns[at]) columns[at] += 1;
  }
  return columns;
}

/* The last stages from the first that is still played, or the whole tree where it can be read. */
function window_(stages, room) {
  const fits = (some) => some.length <= Math.max(1, Math.floor(room.width / (380 * room.unit)))
    && lineOf(some, spread(some, room), room) >= LINE * room.unit;
  const open = stages.findIndex((stage) => stage.cards.some((card) => card.state !== "bye"
    && !card.spots.some((spot) => spot[3] === "win")));
  let from = open < 0 ? stages.length - 1 : open, to = from + 1;
  while (to < stages.length && fits(stages.slice(from, to + 1))) to += 1;
  while (from > 0 && fits(stages.slice(from - 1, to))) from -= 1;
  const kept = stages.slice(from, to);
  return [kept, spread(kept, room)];
}

function stageOf(stage, columns) {
  const node = make("div", "stage", make("h2", "", [stage.title, make("small", "", stage.progress)]));
  const cards = make("div", columns > 1 ? "cards wide" : "cards");
  cards.style.setProperty("--c", columns);
  for (const card of stage.cards) {
    const made = make("div", `card ${card.state}`);
    if (card.heading) made.append(make("p", "what", card.heading));
    for (const [seed, who, score, tone] of card.spots) {
      const cell = make("span", "nm", [make("bdi", "", who)]);
      made.append(make("div", `spot ${tone}`, [make("span", "k", seed ? String(seed) : ""), cell,
        make("span", "t", score)]));
    }
    for (const each of notesOf(card)) made.append(make("p", "what", each));
    cards.append(made);
  }
  node.append(cards);
  return node;
}

function fitLine(cell) {
  if (cell.scrollWidth > cell.clientWidth) cell.classList.add("narrow");
  shrink(cell, 0.45);
  if (cell.scrollWidth > cell.clientWidth) cell.classList.add("wraps");
}
