"""Results by phone: who may report them, the round that is out, and what was sent.

Judges send rulings: extra minutes, penalties, drops, notes, and calls for a judge. A player who
drops by phone becomes one too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from functools import cache
from types import NoneType
from typing import Any, Optional, Self, get_args, get_origin, get_type_hints

from runner.core.identifiers import RoundId, seat_letter
from runner.core.round_sheet import BY_JUDGE, BY_PHONE

REASON = f"{BY_PHONE}judge"
"""What Runner writes under Reason beside the extra minutes of a judge."""


class Phones(StrEnum):
    """Whose results from phones count: nobody's, those of the staff alone, a result on which two
    players of the table agree, or that of one player."""

    NO = "no"
    STAFF = "staff"
    TWO = "two"
    ONE = "one"

    @property
    def of_players(self) -> bool:
        """Whether players may report."""
        return self in (Phones.TWO, Phones.ONE)


class Role(StrEnum):
    """Who of the staff reports."""

    SCOREKEEPER = "scorekeeper"
    JUDGE = "judge"


CHECK = "check"
"""The voice of somebody of the staff who enters a result for the second time: it never counts, and
is compared with what counts."""

FREED = "freed"
"""The voice of the organiser who frees the seats of a table: what its phones have reported until
then does not count, unless a result counts already."""


class Record:
    """What is kept as JSON."""

    __slots__ = ()

    @property
    def document(self) -> dict[str, Any]:
        """The record as JSON: only what is not as it is by default."""
        values = asdict(self)  # type: ignore[call-overload]
        known = fields(self)  # type: ignore[arg-type]
        return {each.name: values[each.name] for each in known if values[each.name] != each.default}

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        """Return the record in a document; raises Key-, Type-, Value- or AttributeError."""
        read: Self = _read(cls, document)
        return read


def _read(kind: Any, value: Any) -> Any:
    """Return the value of a type that JSON has: a record, or one of its fields."""
    kinds, is_record = get_args(kind), isinstance(kind, type) and issubclass(kind, Record)
    if NoneType in kinds:
        return None if value is None else _read(kinds[0], value)
    if is_record:
        types = _types(kind)
        return kind(**{name: _read(types[name], value[name]) for name in types if name in value})
    if kind is RoundId:
        return RoundId(*map(int, value))
    if get_origin(kind) is Mapping:
        return {_read(kinds[0], key): _read(kinds[1], each) for key, each in value.items()}
    if get_origin(kind) is Sequence:
        return tuple(_read(kinds[0], each) for each in value)
    return tuple(map(str, value)) if get_origin(kind) is tuple else kind(value)


@cache
def _types(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


@dataclass(frozen=True, slots=True)
class Ruling(Record):
    """One thing that a judge decides or notes at a table, and only one: extra `minutes`; a
    `penalty` of a `player` (an id), with its `infraction`; that a player `drops` after the round; a
    `note`; or `calls`, whether the table needs a judge."""

    table: int
    player: str = ""
    minutes: int = 0
    penalty: str = ""
    infraction: str = ""
    drops: bool = False
    note: str = ""
    calls: bool | None = None

    @property
    def of_table(self) -> bool:
        """Whether it is about the table, and ends with the pairing; others are about a player."""
        return not self.player

    @property
    def note_in_cell(self) -> str:
        """The note as Runner writes it beside the table, where it is no reason of a change."""
        return f"{BY_JUDGE}{self.note}" if self.note else ""


@dataclass(frozen=True, slots=True)
class Report(Record):
    """One report, in the order of their numbers, from 1.

    It is about one pairing of a round (`pairing`), so that none is ever taken for that of another.
    `voice` is the player's id, a `Role`, `CHECK` or `FREED`. `result` and `games` are as they would
    be typed in the workbook; both are blank where the voice withdraws its last report. `drops`:
    the player leaves the event after this round. `at` is when it came, ISO 8601. `phone`, the hash
    of the phone's cookie, tells apart who of the staff has sent it. `after`: it came after the
    result counted, and has only `drops`.

    What a judge sends has no table and no voice, but a `ruling`, or under `undoes` the `id` of the
    one that ends. `id` is the same if the same form is sent twice. One that is made of a player's
    report has no phone.
    """

    number: int
    round: RoundId
    pairing: str
    table: int = 0
    voice: str = ""
    result: str = ""
    games: str = ""
    drops: bool = False
    at: str = ""
    phone: str = ""
    after: bool = False
    id: str = ""
    ruling: Ruling | None = None
    undoes: str = ""

    @property
    def typed(self) -> tuple[str, str]:
        """Result and games, by which reports are compared."""
        return self.result, self.games

    @property
    def of_staff(self) -> bool:
        """Whether it is a result that somebody of the staff has entered first."""
        return self.voice in (*Role,)


def not_freed(reports: Iterable[Report], pairing: str) -> list[Report]:
    """Return the reports about a pairing, but for those before their table's seats were freed."""
    kept: list[Report] = []
    for report in reports:
        if report.pairing == pairing and report.voice == FREED:
            kept = [each for each in kept if each.table != report.table]
        elif report.pairing == pairing:
            kept.append(report)
    return kept


TypedResult = tuple[str, str]
"""A result as it would be typed under Result and Games."""


@dataclass(frozen=True, slots=True)
class OpenTable(Record):
    """A table: the ids and public names of its seats, and its `result` as it counts, or "". `by`
    are the seats or roles that reported it by phone, `last` is the number of the last report of
    which account was taken, `wished` that of the last wish to drop or to stay, and `drops` are the
    players who leave the event after this round. `cell` is where the workbook has the result
    ("Round 1!G7"), "" if it has none.
    `playing`: it has not finished; `called` is when its time is called (ISO 8601), "" without a
    limit, and `extra` are its extra minutes."""

    seats: Sequence[tuple[str, str]]
    result: str
    by: Sequence[str]
    last: int = 0
    drops: Sequence[str] = ()
    playing: bool = False
    called: str = ""
    extra: int = 0
    wished: int = 0
    cell: str = ""

    @property
    def letters(self) -> dict[str, str]:
        """The letters of the seats, by player."""
        return {player: seat_letter(at) for at, (player, _name) in enumerate(self.seats)}


@dataclass(frozen=True, slots=True)
class OpenRound(Record):
    """The latest round: `title` as players call it, `pairing` as in reports, and `best_of` the
    games in a match. `offers` are the results that can be chosen, as typed under Result and Games;
    empty where tables end in so many ways that they are typed. `desk` is what the desk says of
    phones, and `stopped` is when the clock was stopped, "" while it runs. `local_title` is in
    the event's language, and `before` the round before, whose codes say that it is over. `heard`
    is the number of the last report of which the watch knew, and `home` the address of the
    event's pages on the hall's server."""

    event: str
    language: str
    phones: Phones
    round: RoundId
    title: str
    pairing: str
    best_of: int
    offers: Sequence[TypedResult]
    tables: Mapping[int, OpenTable]
    desk: Sequence[str] = ()
    stopped: str = ""
    local_title: str = ""
    before: Optional["OpenRound"] = None
    heard: int = 0
    home: str = "/"

    def offers_at(self, number: int) -> list[TypedResult]:
        """Return the results to choose from at a table: nobody wins from a seat that it lacks."""
        letters = self.tables[number].letters.values()
        return [each for each in self.offers if len(each[0]) != 1 or each[0] in letters]
