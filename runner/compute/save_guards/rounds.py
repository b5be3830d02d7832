"""Guards for rounds, phases and draft pods whose rows seem sorted, moved or pasted over."""

from collections import Counter
from collections.abc import Iterable, Iterator

from runner.compute.decisions.model import ConfirmChanges
from runner.compute.snapshot import Snapshot
from runner.core.actions import History, Part, Parts
from runner.core.event import Event
from runner.core.identifiers import RoundId, seat_letter
from runner.core.language import count, listed
from runner.core.problems import Place, Problem, error
from runner.core.round_sheet import RoundSheet
from runner.core.seating import Seating
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.published import seating_of

MANY = 3  # so many changed places are not a single mistake
MOST = 3  # of several that are named in a sentence
SORTED = "Was one column sorted, or pasted over? Undo it, and save: all is as before."

Changes = Iterable[tuple[object, object]]
"""For each changed place, its content before and now."""


def question(code: str, place: Place, what: str, meant: str, *fix: Part) -> Problem:
    """Return the error that holds a save back, unless `meant`; the default `fix` is for a sorted
    column."""
    what += " This save does not count."
    return error(code, place, what, *(fix or (SORTED,)), unless(meant), fatal=True)


def unless(meant: str) -> str:
    """Return what to do if `meant` is true, so that the change counts."""
    return f"If {meant}, choose “{ConfirmChanges.LABEL}” in a new line on Decisions, and save."


def changed_places(changes: Changes, many: int = MANY, unread: int = 0) -> bool:
    """Return whether at least `many` values have moved to other places, and at most one is missing,
    as what was pasted a row lower may have lost its end. `unread` of the new values are unknown."""
    pairs = [*changes]
    was, now = (Counter(filter(None, texts)) for texts in zip(*pairs, strict=True))
    return (was & now).total() + unread >= many and (was - now).total() <= 1 + unread


_EXCHANGED = (
    "Have two columns, or their headings, changed places? Undo it, and save: all is as before."
)
_PASTED = "Was one sheet pasted over another? Undo it, and save: all is as before."


def seats(snapshot: Snapshot, ledger: Ledger) -> Iterator[Problem]:
    """Yield a question if players of a round have moved in a way that nobody would type by hand."""
    for entry in snapshot.entries:
        if entry.kind is not EntryKind.OVERRIDDEN:
            continue
        published, now = ledger.rounds[entry.round], seating_of(entry.data)
        if published.base != now.cells:  # else everybody is back in the drawn seat
            yield from _within_columns(snapshot, entry.round, published.seating, now)
            yield from _turned(snapshot, entry.round, published.seating, now)
            yield from _of_another(snapshot, ledger, entry.round, now)


def _within_columns(
    snapshot: Snapshot, id_: RoundId, before: Seating, after: Seating
) -> Iterator[Problem]:
    """Yield a question if players have changed tables, all within their column of seats."""
    was, now = _spots(before), _spots(after)
    moved = [player for player in now if player in was and was[player][0] != now[player][0]]
    if len(moved) >= MANY and all(was[each][1] == now[each][1] for each in moved):
        letters = sorted({seat_letter(now[player][1]) for player in moved})
        table, seat = now[moved[0]]
        what = f"{count(len(moved), 'player')} of {snapshot.event.title(id_)} have "
        what += f"changed tables, all within seat {listed(letters)}."
        place = snapshot.event.table_cell(id_, table, f"seat {seat + 1}")
        yield question("held.tables-moved", place, what, "they sit there now")


def _turned(snapshot: Snapshot, id_: RoundId, before: Seating, after: Seating) -> Iterator[Problem]:
    """Yield a question if most tables have the same players in another order: results by letter
    would then belong to others."""
    was = dict(before.tables)
    turned = [number for number, seats in after.tables if number in was
              and was[number] != seats and {*was[number]} == {*seats}]  # fmt: skip
    if len(turned) > 1 and 2 * len(turned) > len(after.tables):
        what = f"At {len(turned)} of {count(len(after.tables), 'table')} of "
        what += f"{snapshot.event.title(id_)} the players sit in another order."
        place = snapshot.event.table_cell(id_, turned[0], "seat 1")
        yield question("held.order-turned", place, what, "they sit so now", _EXCHANGED)


def _of_another(
    snapshot: Snapshot, ledger: Ledger, id_: RoundId, after: Seating
) -> Iterator[Problem]:
    """Yield a question if most tables have the players of another round, whose sheet was pasted."""
    now = {number: {*seats} for number, seats in after.tables if seats}
    for other, published in ledger.rounds.items():
        there = {number: {*seats} for number, seats in published.seating.tables}
        alike = [number for number, seats in now.items() if there.get(number) == seats]
        if other != id_ and len(alike) > 1 and 2 * len(alike) > len(now):
            title, its = snapshot.event.title(id_), snapshot.event.title(other)
            what = f"{title} has the players of {its} at {count(len(alike), 'table')}."
            place = snapshot.event.table_cell(id_, alike[0], "seat 1")
            yield question(
                "held.tables-of-another-round", place, what, "they play each other again", _PASTED
            )


def _spots(seating: Seating) -> dict[str, tuple[int, int]]:
    return {player: (number, at) for number, ids in seating.tables for at, player in enumerate(ids)}


def results(snapshot: Snapshot, ledger: Ledger) -> Iterator[Problem]:
    """Yield a question if the results of some tables have moved to others, unless they are recorded
    there."""
    for id_ in dict.fromkeys(entry.round for entry in snapshot.entries):
        changes = dict(_typed(id_, snapshot.entries))
        tables = [table for table, (old, _) in changes.items() if old]
        known = {(table, text) for table, both in _typed(id_, ledger.entries) for text in both}
        rows = snapshot.event.table_rows(id_)
        unread = [each for each in tables
                  if not changes[each][1] and each in rows and rows[each].reported]  # fmt: skip
        back = not unread and all((table, changes[table][1]) in known for table in tables)
        if tables and not back and changed_places(changes.values(), unread=len(unread)):
            what = f"Results of {snapshot.event.title(id_)} are beside other tables than before: "
            what += f"{listed(list(map(str, sorted(tables))), 12)}."
            place = snapshot.event.table_cell(id_, min(tables))
            yield question("held.results-moved", place, what, "they are right now")


def _typed(id_: RoundId, entries: Iterable[Entry]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield for each table of a round the recorded result and the new one."""
    for entry in entries:
        if entry.round == id_ and entry.kind is EntryKind.CORRECTED:
            yield entry.data["table"], (entry.data["old"], entry.data["new"])
        elif entry.round == id_ and entry.kind is EntryKind.RESULTS:
            yield from ((int(table), ("", text)) for table, text in entry.data["results"].items())


_FEWEST = 7
"""So many moved players that nobody would move them by hand between two saves."""


def spots_moved(snapshot: Snapshot) -> Iterator[Problem]:
    """Yield a question if most players of a draft have changed places among themselves."""
    for entry in snapshot.entries:
        moves = entry.data.get("by_hand", ()) if entry.kind is EntryKind.DRAFTED else ()
        players = sum(len(pod["seats"]) for pod in entry.data["pods"]) if moves else 0
        places = [(tuple(move["old"]), tuple(move["new"])) for move in moves]
        if len(moves) >= _FEWEST and 2 * len(moves) > players and changed_places(places):
            phase, moved = entry.round.phase, {move["player"] for move in moves}
            lines = (line for line in snapshot.event.draft if line.phase == phase)
            cells = (line.places["pod"] for line in lines if line.player in moved)
            what = f"{count(len(moves), 'player')} of the draft of "
            what += f"{snapshot.event.phase(phase).name} have changed places."
            place = next(cells, Place("Draft"))
            yield question("held.drafters-moved", place, what, "they sit there now")


_MOVED = "Was a row of Phases deleted, added or moved? Undo it, and save: all is as before."


def rows_moved(event: Event, ledger: Ledger, before: Event | None) -> Iterator[Problem]:
    """Yield a question for the first published row of Phases that has another phase than in
    `before`."""
    was = [phase.name for phase in before.phases] if before else []
    out = {id_.phase: id_ for id_ in ledger.rounds}
    for phase, name in zip(event.phases, was, strict=False):
        moved = phase.name in was or name in {each.name for each in event.phases}
        if phase.name != name and phase.number in out and moved:
            number = out[phase.number].number
            yield question("held.phases-moved", phase.at("name"),
                f"Where “{name}” stood, of which round {number} is out, Phases has "
                f"“{phase.name}” now.",
                "the phases have other names now", _MOVED)  # fmt: skip
            return


_FIX: Parts = (
    "Undo that, or rename the tabs, until column Key on each sheet has the keys of its own round: "
    "all is as before. Or put the last good save back.",
    History(),
)


def mistaken(event: Event, ledger: Ledger, before: Event | None) -> tuple[Problem, ...]:
    """Return why nothing can be read from the sheets of some rounds; `before` is the last workbook
    that counted, in which a sheet may have had the keys of another already and was read as its
    own."""
    if not (wrong := [*_wrong(event, ledger, before)]):
        return ()
    sheets = [f"“{each.place.sheet}” has those of {each.keys_of.sheet}" for each in wrong
            if each.keys_of]  # fmt: skip
    what = f"By the keys in column Key rows are on the sheet of another round: {listed(sheets)}. "
    what += "This save does not count."
    return (error("held.keys-of-another-round", wrong[0].place, what, *_FIX, fatal=True),)


def _wrong(event: Event, ledger: Ledger, before: Event | None) -> Iterator[RoundSheet]:
    for sheet in event.rounds:
        known = before.sheet(sheet.id) if before else None
        if sheet.keys_of is None or (known and known.keys_of == sheet.keys_of):
            continue
        typed = not sheet.copied or any(row.reported or any(row.seats) for row in sheet.rows)
        if typed and (sheet.id in ledger.rounds or sheet.keys_of in ledger.rounds):
            yield sheet
