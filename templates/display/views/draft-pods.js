/* The pods round their tables: seat 1 at the top, on clockwise, so cards that go to the left go that
   way too. */

const LINE_OF_POD = 0.9; // the space round a chart, in lines

VIEWS["draft-pods"] = {
  name: () => _("Draft pods"),
  title: () => _("Draft pods"),
  small: (now, parts) => byPhase(parts, _("who sits where")),

  list(now, parts, options) {
    const rows = seated(parts), spots = parts.draft.around;
    const alone = lonely(rows);
    const pods = {};
    for (const row of rows) (pods[row[3]] = pods[row[3]] || []).push(row);
    const numbers = Object.keys(pods).map(Number).sort((one, other) => one - other);
    const all = numbers.map((number) => pods[number].sort((one, other) => one[4] - other[4]));
    const items = partOf(all, options.part);
    const lines = Math.max(3, ...items.map((pod) => linesOfPod(spots[pod.length])));
    return {
      items,
      wide: 14,
      close: 13,
      least: 0.8,
      tall: lines + LINE_OF_POD,
      kind: "rings",
      label: (page) => spanOf(page.map((pod) => pod[0][3])),
      count: ngettext("{n} pod", "{n} pods", numbers.length),
      empty: inDraft(now, _("There is no draft")),
      row: (pod) => ringOf(pod, spots[pod.length], alone),
    };
  },
};

/* The rows of a chart: the head, those at the sides of the table, of which there is always one, and
   the foot where somebody sits there. */
const linesOfPod = (spots) => Math.max(2, ...spots.map(([row]) => row));

function ringOf(pod, spots, alone) {
  const sides = Math.max(2, ...spots.filter(([, column]) => column !== 2).map(([row]) => row));
  const table = make("b", sides > 2 ? "table" : "table flat", [make("small", "", _("Pod")), String(pod[0][3])]);
  table.style.gridRow = `2 / ${sides + 1}`;
  const ring = make("div", "ring", table);
  pod.forEach((row, at) => {
    const [line, column] = spots[at];
    const seat = make("div", `at${column}`, [make("span", "s", String(row[4])),
      nameCell(row[0], row[1], alone(row[0], row[1]))]);
    seat.style.gridRow = String(column === 2 && line > 1 ? sides + 1 : line);
    ring.append(seat);
  });
  return make("div", "rg", ring);
}
