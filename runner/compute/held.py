"""Saves that look as if one column of a sheet had been sorted or deleted, or a number had slipped:
they are held back with a question.

In: what a save would come to, the ledger before it, and the workbook as it last counted. Out: fatal
problems, so that nothing of the save is recorded or published. “Changes are meant” on Decisions
lets it through, once.

    typed before    A  B  A  draw        sorted, or pasted a row lower: each of these stood
    typed now       A  A  B  draw        beside another table before

Names and Ids are held against the ledger, and two of them are enough. All else is held against the
save that last counted, and two that have changed places count: a drop that was typed a row off and
put right, or the results of two slips, look just like that.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter

from runner.compute.decisions.meant import ChangesMeant
from runner.compute.reconcile.decisions import DecisionLines
from runner.compute.snapshot import Snapshot
from runner.core import contacts, names
from runner.core.event import Event, Player, RoundId, RowKey, RowKind, seat_letter
from runner.core.phrases import count, listed
from runner.core.problems import Place, Problem, error
from runner.core.seating import Seating
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.seating import seating_of

_MANY = 3  # so many that changed places are no slip of a hand
_MOST = 3
_MOST_ROUNDS = 30
_COLUMNS: Mapping[str, Callable[[Player], object]] = {
    "Club or team": attrgetter("club"),
    "Enters in round": lambda player: player.enters if player.enters > 1 else None,
    "Drops after round": attrgetter("drops_after"),
    "Returns in round": attrgetter("returns"),
    "Awarded byes": attrgetter("awarded_byes"),
    "Fixed table": attrgetter("fixed_table"),
    "Keep apart": attrgetter("keep_apart"),
    "Shown as": lambda player: player.shown or player.handle,
}
"""The columns of Players that somebody may sort alone, and what stands there."""

Changes = Iterable[tuple[object, object]]
"""For each place that changed what stood there, and what stands there now."""


def held_back(snapshot: Snapshot, ledger: Ledger, before: Event | None) -> tuple[Problem, ...]:
    """Why a save is held back; `before` is the workbook as it last counted, where that is known."""
    event = snapshot.event
    if DecisionLines(event.decisions, ledger).new(ChangesMeant.KEY):
        return ()
    return (
        *_planned(snapshot, before),
        *_names(snapshot, ledger),
        *_columns(before.players if before else (), event.players),
        *(_emptied(before.players, event.players) if before and ledger.rounds else ()),
        *_seats(snapshot, ledger),
        *_results(snapshot, ledger),
    )


_SORTED = "Was one column sorted, or pasted over? Undo it, and save: all is as before."
_DELETED = "Was a column deleted, or cleared? Undo it, and save: all is as before."


def _question(place: Place, what: str, meant: str, fix: str = _SORTED) -> Problem:
    fix += f" If {meant}, choose “{ChangesMeant.LABEL}” in a new line on Decisions, and save."
    return error(place, f"{what} This save does not count.", fix, fatal=True)


def _moved(changes: Changes, many: int = _MANY, unread: int = 0) -> bool:
    """Whether what stood in so many places, or more, stands in others now, and one is gone at most:
    what was pasted a row lower may have lost its end. `unread` of them cannot be told."""
    pairs = [*changes]
    was, now = (Counter(filter(None, texts)) for texts in zip(*pairs, strict=True))
    return (was & now).total() + unread >= many and (was - now).total() <= 1 + unread


def _planned(snapshot: Snapshot, before: Event | None) -> Iterator[Problem]:
    """More rounds are typed than any day has, and were not there before."""
    known = {phase.number: phase.rounds for phase in before.phases} if before else {}
    for result in snapshot.phases:
        phase, rounds = result.phase, result.phase.rounds or 0
        if rounds > max(_MOST_ROUNDS, len(result.rounds)) and known.get(phase.number) != rounds:
            what = f"{phase.name} would have {rounds} rounds."
            yield _question(phase.at("rounds"), what, "so many are meant", "Correct the number.")


# --- Players --------------------------------------------------------------------------------------


def _names(snapshot: Snapshot, ledger: Ledger) -> Iterator[Problem]:
    """A name stands beside the Id of another player, or several have names that nobody had."""
    owner = {names.key(name): identity for name, identity in ledger.names.items()}
    people = [
        player
        for player in snapshot.players.values()
        if player.place.sheet
        and names.key(player.name) not in ledger.spelt.get(player.id, ())
        and names.key(player.name) != _shown(ledger.people.get(player.id, ""))
    ]
    moved = [player for player in people if owner.get(names.key(player.name), "")]
    fresh = [player for player in people if player not in moved and player.id in ledger.people]
    if not moved and len(fresh) < 2:
        return
    first, *_ = found = moved or fresh
    said = [f"“{each.name}” beside {each.id}{_before(each.id, ledger)}" for each in found[:_MOST]]
    more = len(found) - _MOST
    what = f"Names are beside other Ids than before: {listed(said)}"
    what += f", and {more} more." if more > 0 else "."
    yield _question(first.place, what, "these players have other names now")


def _shown(name: str) -> str:
    """A name without the address in it: whoever takes that out has renamed nobody."""
    return names.key(contacts.without(name))


def _before(identity: str, ledger: Ledger) -> str:
    was = ledger.people.get(identity)
    return f" (“{was}” before)" if was else ""


def _columns(before: Sequence[Player], now: Sequence[Player]) -> Iterator[Problem]:
    """What stood beside some players stands beside others."""
    pairs = [*_same(before, now)]
    own = dict.fromkeys(heading for player in now for heading in player.extra)
    for heading, value in {**_COLUMNS, **{heading: _extra(heading) for heading in own}}.items():
        changed = [(was, is_) for was, is_ in pairs if value(was) != value(is_)]
        values = [(value(was), value(is_)) for was, is_ in changed]
        if len(changed) >= _MANY and _moved(values, many=2):
            what = f"“{heading}” has changed places among {count(len(changed), 'player')}: "
            what += f"{listed([is_.name for _, is_ in changed], _MOST + 1)}."
            yield _question(changed[0][1].place, what, "that is right")


def _emptied(before: Sequence[Player], now: Sequence[Player]) -> Iterator[Problem]:
    """A column in which several had something is empty: it was deleted, or its heading changed."""
    pairs = [*_same(before, now)]
    for heading, value in _COLUMNS.items():
        had = [is_ for was, is_ in pairs if value(was)]
        if len(had) >= _MANY and not any(value(player) for player in now):
            what = f"“{heading}” has nothing in it any more, where {count(len(had), 'player')} had."
            yield _question(had[0].place, what, "that is right", _DELETED)


def _extra(heading: str) -> Callable[[Player], object]:
    return lambda player: player.extra.get(heading)


def _same(before: Sequence[Player], now: Sequence[Player]) -> Iterator[tuple[Player, Player]]:
    """Who was there before and is now: by Id, or by name where one of the two has none."""
    by_id = {player.id: player for player in before if player.id}
    by_name = {names.key(player.name): player for player in before}
    for player in now:
        named = by_name.get(names.key(player.name))
        was = by_id.get(player.id) or (named if named and not named.id else None)
        if was:
            yield was, player


# --- rounds ---------------------------------------------------------------------------------------


def _seats(snapshot: Snapshot, ledger: Ledger) -> Iterator[Problem]:
    """Players have changed tables, and everybody keeps the seat: only within a column."""
    for entry in snapshot.entries:
        if entry.kind is not EntryKind.OVERRIDDEN:
            continue
        published, now = ledger.rounds[entry.round], _spots(seating_of(entry.data))
        was = _spots(published.seating)
        if published.base == seating_of(entry.data).cells:
            continue  # all sit again where they were drawn
        moved = [player for player in now if player in was and was[player][0] != now[player][0]]
        if len(moved) >= _MANY and all(was[each][1] == now[each][1] for each in moved):
            letters = sorted({seat_letter(now[player][1]) for player in moved})
            table, seat = now[moved[0]]
            what = f"{count(len(moved), 'player')} of {snapshot.event.title(entry.round)} have "
            what += "changed tables, all "
            what += f"within seat {listed(letters)}."
            key = RowKey(entry.round, RowKind.TABLE, table)
            place = snapshot.event.cell(key, f"seat {seat + 1}")
            yield _question(place, what, "they sit there now")


def _spots(seating: Seating) -> dict[str, tuple[int, int]]:
    """Table and seat of everybody, the seat from 0."""
    return {player: (table.number, at) for table in seating.tables for at, player in
            enumerate(table.seats)}  # fmt: skip


def _results(snapshot: Snapshot, ledger: Ledger) -> Iterator[Problem]:
    """The results of some tables stand beside others; not where each was recorded there before."""
    for id_ in dict.fromkeys(entry.round for entry in snapshot.entries):
        changes = dict(_typed(id_, snapshot.entries))
        tables = [table for table, (old, _) in changes.items() if old]
        known = {(table, text) for table, both in _typed(id_, ledger.entries) for text in both}
        rows = snapshot.event.table_rows(id_)
        unread = [
            table
            for table in tables
            if not changes[table][1] and table in rows and rows[table].reported
        ]
        back = not unread and all((table, changes[table][1]) in known for table in tables)
        if tables and not back and _moved(changes.values(), unread=len(unread)):
            what = f"Results of {snapshot.event.title(id_)} are beside other tables than before: "
            what += f"{listed(list(map(str, sorted(tables))), 12)}."
            place = snapshot.event.cell(RowKey(id_, RowKind.TABLE, min(tables)), "result")
            yield _question(place, what, "they are right now")


def _typed(id_: RoundId, entries: Iterable[Entry]) -> Iterator[tuple[int, tuple[str, str]]]:
    """For each table of a round what was recorded for it, and what is to be."""
    for entry in entries:
        if entry.round == id_ and entry.kind is EntryKind.CORRECTED:
            yield entry.data["table"], (entry.data["old"], entry.data["new"])
        elif entry.round == id_ and entry.kind is EntryKind.RESULTS:
            for table, text in entry.data["results"].items():
                yield int(table), ("", text)
