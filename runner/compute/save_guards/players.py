"""Guards for columns of Players that seem sorted, deleted or pasted over, and for headings."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple, TypeVar

from runner.compute.save_guards.rounds import MANY, MOST, changed_places, question
from runner.compute.snapshot import Snapshot
from runner.core import contacts, names
from runner.core.event import Event
from runner.core.identifiers import SEAT_LETTERS, RowKey, seat_letter
from runner.core.language import count, listed
from runner.core.phase import Phase
from runner.core.player import Player
from runner.core.problems import Place, Problem
from runner.core.round_sheet import Row
from runner.core.teams import MOST_MEMBERS
from runner.ledger.ledger import Ledger


def _member(at: int) -> Callable[[Player], object]:
    return lambda player: player.members[at] if at < len(player.members) else ""


_DELETED = "Was a column deleted, cleared or renamed? Undo it, and save: all is as before."
_PLAYER: Mapping[str, tuple[str, Callable[[Player], Hashable]]] = {
    "Name": ("name", attrgetter("name")),
    "Club or team": ("club", attrgetter("club")),
    "Enters in round": ("enters", lambda player: player.enters if player.enters > 1 else None),
    "Drops after round": ("drops_after", attrgetter("drops_after")),
    "Returns in round": ("returns", attrgetter("returns")),
    "Why": ("reason", attrgetter("reason")),
    "Awarded byes": ("awarded_byes", attrgetter("awarded_byes")),
    "Fixed table": ("fixed_table", attrgetter("fixed_table")),
    "Keep apart": ("keep_apart", attrgetter("keep_apart")),
    "Colours": ("colours", attrgetter("colours")),
    "Shown as": ("shown_as", lambda player: player.shown or player.handle),
    "Notes": ("notes", attrgetter("notes")),
}
"""The columns of Players by heading: the key of the cell, and its content."""
_COLUMNS: Mapping[str, Callable[[Player], object]] = {
    **{at: value for at, (_, value) in _PLAYER.items() if at not in ("Name", "Why", "Notes")},
    **{f"Member {letter}": _member(at) for at, letter in enumerate(SEAT_LETTERS[:MOST_MEMBERS])},
    "Substitutes": attrgetter("substitutes"),
}
"""The columns of Players that may be sorted alone by mistake, and their content."""


def names_moved(snapshot: Snapshot, ledger: Ledger) -> Iterator[Problem]:
    """Yield a question if a name is beside another player's Id, or if several players have new
    names."""
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
    first, *_ = suspects = moved or fresh
    moved_names = [
        f"“{each.name}” beside {each.id}{_before(each.id, ledger)}" for each in suspects[:MOST]
    ]
    more = len(suspects) - MOST
    what = f"Names are beside other Ids than before: {listed(moved_names)}"
    what += f", and {more} more." if more > 0 else "."
    yield question("held.names-beside-other-ids", first.place, what,
        "these players have other names now")  # fmt: skip


def _shown(name: str) -> str:
    """Return a name's key without an address in it: removing an address is not renaming."""
    return names.key(contacts.without(name))


def _before(identity: str, ledger: Ledger) -> str:
    was = ledger.people.get(identity)
    return f" (“{was}” before)" if was else ""


def columns_moved(before: Sequence[Player], now: Sequence[Player]) -> Iterator[Problem]:
    """Yield a question for each column whose values have changed places among the players."""
    pairs = [*same(before, now)]
    own = dict.fromkeys(heading for player in now for heading in player.extra)
    for heading, value in {**_COLUMNS, **{heading: _extra(heading) for heading in own}}.items():
        changed = [(was, is_) for was, is_ in pairs if value(was) != value(is_)]
        values = [(value(was), value(is_)) for was, is_ in changed]
        if len(changed) >= MANY and changed_places(values, many=2):
            yield question("held.column-moved", changed[0][1].place,
                f"“{heading}” has changed places among {count(len(changed), 'player')}: "
                f"{listed([is_.name for _, is_ in changed], MOST + 1)}.",
                "that is right")  # fmt: skip


def missing_players(snapshot: Snapshot, ledger: Ledger) -> Iterator[Problem]:
    """Yield a question if most of the paired players are missing from Players."""
    paired = ledger.people
    lost = [identity for identity in paired if not snapshot.players[identity].place.sheet]
    if len(lost) >= MANY and 2 * len(lost) > len(paired):
        missing = listed([paired[identity] for identity in lost], MOST)
        yield question("held.players-gone", Place("Players"),
            f"Players has no row any more for {len(lost)} of {len(paired)} players who were "
            f"paired: {missing}.",
            "they should go", _DELETED)  # fmt: skip


def emptied(before: Sequence[Player], now: Sequence[Player]) -> Iterator[Problem]:
    """Yield a question for each column that is empty now and had several values: it was deleted, or
    its heading changed."""
    pairs = [*same(before, now)]
    for heading, value in _COLUMNS.items():
        had = [is_ for was, is_ in pairs if value(was)]
        if len(had) >= MANY and not any(value(player) for player in now):
            yield question("held.column-emptied", had[0].place,
                f"“{heading}” is empty now, where {count(len(had), 'player')} had.",
                "that is right", _DELETED)  # fmt: skip


def _extra(heading: str) -> Callable[[Player], object]:
    return lambda player: player.extra.get(heading)


def same(before: Sequence[Player], now: Sequence[Player]) -> Iterator[tuple[Player, Player]]:
    """Yield the players who were there before and are now: by Id, or by name if one of the two has
    none."""
    by_id = {player.id: player for player in before if player.id}
    by_name = {names.key(player.name): player for player in before}
    for player in now:
        named = by_name.get(names.key(player.name))
        was = by_id.get(player.id) or (named if named and not named.id else None)
        if was:
            yield was, player


_FIX = "Put the headings back where they were, and save: all is as before."


class Cell(NamedTuple):
    """A cell of a column: its place and its content."""

    place: Place
    value: Hashable

    @property
    def letters(self) -> str:
        """The letters of its column; "" if the sheet lacks it."""
        return self.place.cell.rstrip("0123456789")


Line = Mapping[str, Cell]
"""A row: its cells by heading."""
_Of = TypeVar("_Of", Player, Phase)

_PHASE = {
    key.replace("_", " ").capitalize(): (key, attrgetter(key))
    for key in ("mode", "type", "rounds", "pod_size", "cut")
}


def swapped_headings(before: Event, now: Event) -> Iterator[Problem]:
    """Yield a question for each sheet whose headings have changed places; `before` is the last
    workbook that counted."""
    players = same(before.players, now.players)
    lines = ((_line(was, _PLAYER), _line(is_, _PLAYER)) for was, is_ in players)
    yield from _swapped("Players", lines)
    phases = zip(before.phases, now.phases, strict=False)
    yield from _swapped("Phases", ((_line(was, _PHASE), _line(is_, _PHASE)) for was, is_ in phases))
    for sheet in now.rounds:
        known = before.sheet(sheet.id)
        rows: dict[RowKey, Row] = {row.key: row for row in known.rows} if known else {}
        lines = ((_row(rows[row.key]), _row(row)) for row in sheet.rows if row.key in rows)
        yield from _swapped(sheet.place.sheet, lines)


def _swapped(sheet: str, lines: Iterator[tuple[Line, Line]]) -> Iterator[Problem]:
    """Yield a question if columns have changed places and have other values than before."""
    if (first := next(lines, None)) is None:
        return
    was, is_ = first
    stood = {cell.letters: heading for heading, cell in was.items()}
    moved = [
        heading
        for heading, cell in is_.items()
        if cell.letters and stood.get(cell.letters, heading) != heading
    ]
    every = [first, *lines] if moved else []
    if any(_other(heading, every) for heading in moved):
        yield question("held.headings-moved", is_[moved[0]].place,
            f"On “{sheet}” headings have changed places, and what stands below them has not: "
            f"{listed([f'“{heading}”' for heading in moved])}.",
            "what stands there is right", _FIX)  # fmt: skip


def _other(heading: str, lines: Sequence[tuple[Line, Line]]) -> bool:
    """Return whether most of the values under a heading have changed."""
    both = [(was[heading].value, is_[heading].value) for was, is_ in lines if heading in was]
    filled = [(was, is_) for was, is_ in both if was or is_]
    return 2 * sum(was != is_ for was, is_ in filled) > len(filled)


def _line(of: _Of, columns: Mapping[str, tuple[str, Callable[[_Of], Hashable]]]) -> Line:
    return {
        heading: Cell(of.places.get(key, Place()), value(of))
        for heading, (key, value) in columns.items()
    }


def _row(row: Row) -> Line:
    seats = {
        f"Seat {seat_letter(at)}": Cell(row.place(f"seat {at + 1}"), text)
        for at, text in enumerate(row.seats)
    }
    others = {"Result": row.result, "Games": row.games, "Note": row.note}
    return seats | {each: Cell(row.place(each.casefold()), text) for each, text in others.items()}
