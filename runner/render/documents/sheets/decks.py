"""The sheet for checks of decks: who was drawn in the round, and everybody's list."""

from collections.abc import Mapping

from runner.compute.snapshot import Snapshot
from runner.core import names, privacy
from runner.core.decks import DeckState
from runner.core.identifiers import RoundId, seat_letter
from runner.core.language import N_, _, ngettext
from runner.core.player import Shown
from runner.render.documents.listing import Column, Part, Row
from runner.render.documents.sheets.pairings import round_of
from runner.render.documents.sheets.sheet import Content, Listed, ListedSheet

_STATES = {
    DeckState.IN: N_("list in"), DeckState.CHECKED: N_("checked"),
    DeckState.PROBLEM: N_("problem"), DeckState.MISSING: N_("missing"),
}  # fmt: skip
_BOXES = (DeckState.IN, DeckState.CHECKED, DeckState.PROBLEM)


class DeckSheet(ListedSheet):
    """Boxes to tick for those who were drawn, and the state of every list; for staff."""

    KEY, FOR_STAFF = "decks", True

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return the players drawn in the round, by table, and everybody by last name."""
        if not snapshot.players:
            return None
        named = _named(snapshot)
        drawn, everybody = _drawn(snapshot, round_id, named), _everybody(snapshot, named)
        note = ngettext("{n} player", "{n} players", len((drawn or everybody).rows))
        if drawn is None:
            return Content(_("Decklists"), Listed(note, (everybody,)))
        title = _("Checks of decks, {round}", round=snapshot.title(round_id))
        return Content(title, Listed(note, (drawn, everybody._replace(title=_("All decklists")))))


def _named(snapshot: Snapshot) -> Mapping[str, str]:
    """Return the names on paper by id, those of teams with their members."""
    named = privacy.on_paper(snapshot.event, snapshot.players)
    for id_, player in snapshot.players.items():
        if player.members and player.shown is not Shown.ERASED:
            named[id_] += f": {', '.join(player.members)}"
    return named


def _drawn(snapshot: Snapshot, round_id: RoundId, named: Mapping[str, str]) -> Part | None:
    """Return a row for each player drawn who sits in the round, by table; None if nobody was."""
    played, ids = round_of(snapshot, round_id), snapshot.deck_checks.get(round_id, ())
    rows = tuple(
        Row((str(table.number), seat_letter(at), named[id_], snapshot.players[id_].commander,
             *[""] * (len(_BOXES) + 1)))
        for table in sorted(played.tables if played else (), key=lambda table: table.number)
        for at, id_ in enumerate(table.players) if id_ in ids
    )  # fmt: skip
    columns = (
        Column(_("Table"), 0.0, end=True, points=15.0, bold=True), Column(_("Seat"), 0.0),
        Column(_("Player")), Column(_("Commander"), -1.4),
        *(Column(_(_STATES[state]), 16.0, box=True) for state in _BOXES), Column(_("Notes")),
    )  # fmt: skip
    return Part(columns, rows, air=2.0) if rows else None


def _everybody(snapshot: Snapshot, named: Mapping[str, str]) -> Part:
    """Return a row for each player who takes part, by last name."""
    now = max(1, len(snapshot.rounds))
    there = [(named[id_], each) for id_, each in snapshot.players.items() if each.plays(now)]
    there.sort(key=lambda pair: names.plain(pair[0]))
    rows = tuple(
        Row(
            (name, each.commander, _(_STATES[each.deck_state]), each.deck.note),
            who=name.split(",")[0],
        )
        for name, each in there
    )
    columns = (Column(_("Player")), Column(_("Commander"), -1.4), Column(_("Decklist"), 0.0),
               Column(_("Notes")))  # fmt: skip
    return Part(columns, rows)
