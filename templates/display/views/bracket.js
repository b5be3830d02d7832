/* The playoff: all of it where it fits, else the stages that are being played. */

const LINE = 34; // px of the lowest line of a card on 1080 lines

VIEWS.bracket = {
  small: (now, parts) => [now.small, parts.bracket.title !== now.title ? parts.bracket.title : ""]
    .filter(Boolean).join(" · "),

  draw(section, now, parts, options, room) {
    const { stages } = parts.bracket;
    if (!stages.length) {
      section.append(make("p", "none", now.veiled ? "Results are shown when the last round is over"
        : "The bracket comes with the playoff"));
      return;
    }
    const kept = window_(stages, room, options);
    const tree = make("div", "tree");
    tree.style.setProperty("--c", kept.length);
    const lines = Math.max(...kept.map(linesOf));
    const line = Math.min(72 * room.unit, (room.height - 56 * room.unit) / lines);
    tree.style.setProperty("--f", `${line * 0.62}px`);
    tree.style.setProperty("--h", `${line}px`);
    tree.append(...kept.map(stageOf));
    section.append(tree);
    for (const cell of tree.querySelectorAll(".nm")) fitLine(cell);
  },
};

const linesOf = (stage) => stage.cards.reduce((sum, card) => sum + card.spots.length + headings(card) + 0.5, 0);
const headings = (card) => 0.7 * ((card.heading ? 1 : 0) + card.notes.length);

/* The last stages from the first that is still played, or the whole tree where it can be read. */
function window_(stages, room, options) {
  const fits = (some) => room.height / Math.max(...some.map(linesOf)) >= LINE * room.unit
    && some.length <= Math.floor(room.width / (380 * room.unit));
  if (fits(stages)) return stages;
  const open = stages.findIndex((stage) => stage.cards.some((card) => card.state !== "bye"
    && !card.spots.some((spot) => spot[3] === "win")));
  let from = open < 0 ? stages.length - 1 : open;
  let to = from + 1;
  while (to < stages.length && fits(stages.slice(from, to + 1))) to += 1;
  while (from > 0 && fits(stages.slice(from - 1, to))) from -= 1;
  return stages.slice(from, to);
}

function stageOf(stage) {
  const node = make("div", "stage", make("h2", "", [stage.title, make("small", "", stage.progress)]));
  const cards = make("div", "cards");
  for (const card of stage.cards) {
    const made = make("div", `card ${card.state}`);
    if (card.heading) made.append(make("p", "what", card.heading));
    for (const [seed, who, score, tone] of card.spots) {
      const cell = make("span", "nm", [make("bdi", "", who)]);
      made.append(make("div", `spot ${tone}`, [make("span", "k", seed ? String(seed) : ""), cell,
        make("span", "t", score)]));
    }
    for (const each of card.notes) made.append(make("p", "what", each));
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
