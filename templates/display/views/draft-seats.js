/* Where everybody drafts, by last name: pod and seat. */

/* Rows of the draft are last name, first names, both folded, pod, seat, building table. */
const byPhase = (parts, words) => [parts.draft.phase, words].filter(Boolean).join(" · ");
const inDraft = (now, words) => (now.draft === "awaited" ? _("The draft seats appear as soon as the pods are made") : words);

const seated = (parts) => parts.draft.rows.filter((row) => row[3]); // nobody is, where decks are only built

VIEWS["draft-seats"] = {
  name: () => _("Draft seats"),
  title: () => _("Draft seats"),
  small: (now, parts) => byPhase(parts, pgettext("what stands behind a name", "pod and seat")),

  list(now, parts, options) {
    const rows = seated(parts);
    const items = partOf(rows, options.part, (row) => row[2]);
    const alone = lonely(rows);
    return {
      items,
      wide: 7.8,
      close: 7,
      digits: String(Math.max(...rows.map((row) => row[3]), 10)).length,
      kind: "drafted",
      range: (row) => row[0],
      count: ngettext("{n} player by last name", "{n} players by last name", items.length),
      empty: rows.length ? _("Nobody of {part}", { part: options.part })
        : inDraft(now, _("There is no draft")),
      row: (row) => make("div", "rw", [nameCell(row[0], row[1], alone(row[0], row[1])),
        make("span", "t", String(row[3])), make("span", "s", String(row[4]))]),
    };
  },
};
