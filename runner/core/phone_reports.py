"""Results by phone: who may report them, the round that is out, and what was sent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Self

from runner.core.identifiers import RoundId, seat_letter


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


@dataclass(frozen=True, slots=True)
class Report:
    """One report, in the order of their numbers, from 1.

    It is about one pairing of a round (`pairing`), so that none is ever taken for that of another.
    `voice` is the player's id, a `Role`, `CHECK` or `FREED`. `result` and `games` are as they would
    be typed in the workbook; both are blank where the voice withdraws its last report. `drops`:
    the player leaves the event after this round. `at` is when it came, ISO 8601. `phone` tells
    apart who of the staff has entered it. `after`: it came after the result counted, and has only
    `drops`.
    """

    number: int
    round: RoundId
    pairing: str
    table: int
    voice: str
    result: str = ""
    games: str = ""
    drops: bool = False
    at: str = ""
    phone: str = ""
    after: bool = False

    @property
    def typed(self) -> tuple[str, str]:
        """Result and games, by which reports are compared."""
        return self.result, self.games

    @property
    def document(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "number": self.number, "round": [*self.round], "pairing": self.pairing,
            "table": self.table, "voice": self.voice, "result": self.result, "games": self.games,
            "drops": self.drops, "at": self.at, "phone": self.phone, "after": self.after,
        }  # fmt: skip

    @classmethod
    def of(cls, document: dict[str, Any]) -> Self:
        """Return the report in a document; raises KeyError, TypeError and ValueError for others."""
        phase, number = document["round"]
        return cls(
            int(document["number"]), RoundId(int(phase), int(number)), str(document["pairing"]),
            int(document["table"]), str(document["voice"]), str(document["result"]),
            str(document["games"]), bool(document["drops"]), str(document["at"]),
            str(document.get("phone", "")), bool(document.get("after")),
        )  # fmt: skip


TypedResult = tuple[str, str]
"""A result as it would be typed under Result and Games."""


@dataclass(frozen=True, slots=True)
class OpenTable:
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
    def document(self) -> dict[str, Any]:
        """The table as JSON."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The latest round: `title` as players call it, `pairing` as in reports, and `best_of` the
    games in a match. `offers` are the results that can be chosen, as typed under Result and Games;
    empty where tables end in so many ways that they are typed. `desk` is what the desk says of
    phones, and `stopped` is when the clock was stopped, "" while it runs. `local_title` is in
    the event's language, and `before` the round before, whose codes say that it is over. `heard`
    is the number of the last report of which the watch knew."""

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
    before: Self | None = None
    heard: int = 0

    def offers_at(self, number: int) -> list[TypedResult]:
        """Return the results that can be chosen at a table: nobody wins from a seat that it
        lacks."""
        letters = [seat_letter(at) for at in range(len(self.tables[number].seats))]
        return [each for each in self.offers if len(each[0]) != 1 or each[0] in letters]

    @property
    def document(self) -> dict[str, Any]:
        """The round as JSON."""
        return {
            "event": self.event, "language": self.language, "phones": self.phones.value,
            "round": [*self.round], "title": self.title, "pairing": self.pairing,
            "best_of": self.best_of, "offers": self.offers, "desk": self.desk,
            "stopped": self.stopped, "local_title": self.local_title,
            "before": self.before and self.before.document, "heard": self.heard,
            "tables": {str(number): table.document for number, table in self.tables.items()},
        }  # fmt: skip

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        """Return the round in a document; raises KeyError, TypeError and ValueError for others."""
        phase, number = document["round"]
        tables = {
            int(at): OpenTable(
                tuple((str(player), str(name)) for player, name in table["seats"]),
                str(table["result"]),
                tuple(map(str, table["by"])),
                int(table["last"]),
                tuple(map(str, table["drops"])),
                bool(table["playing"]),
                str(table["called"]),
                int(table["extra"]),
                int(table["wished"]),
                str(table["cell"]),
            )
            for at, table in document["tables"].items()
        }
        return cls(
            str(document["event"]), str(document["language"]), Phones(document["phones"]),
            RoundId(int(phase), int(number)), str(document["title"]), str(document["pairing"]),
            int(document["best_of"]),
            tuple((str(result), str(games)) for result, games in document["offers"]), tables,
            tuple(map(str, document["desk"])),
            str(document["stopped"]),
            str(document["local_title"]),
            cls.of(document["before"]) if document["before"] else None,
            int(document["heard"]),
        )  # fmt: skip
