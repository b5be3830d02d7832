"""What judges report from phones: extra minutes, penalties, drops, notes, and calls for a judge.

A player who drops by phone is one of them."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from runner.core.identifiers import RoundId
from runner.core.round_sheet import BY_JUDGE, BY_PHONE

REASON = f"{BY_PHONE}judge"
"""What Runner writes under Reason beside the extra minutes of a judge."""


@dataclass(frozen=True, slots=True)
class Ruling:
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
        """Whether it is about the table, and ends with the pairing; the others are about a
        player."""
        return not self.player

    @property
    def note_in_cell(self) -> str:
        """The note as Runner writes it beside the table, where it is no reason of a change."""
        return f"{BY_JUDGE}{self.note}" if self.note else ""

    @property
    def document(self) -> dict[str, Any]:
        """The ruling as JSON: only what it has."""
        calls = {} if self.calls is None else {"calls": self.calls}
        return {key: value for key, value in asdict(self).items() if value} | calls

    @classmethod
    def of(cls, document: dict[str, Any]) -> Self:
        """Return the ruling in a document; raises KeyError, TypeError and ValueError for others."""
        calls = document.get("calls")
        return cls(
            int(document["table"]),
            str(document.get("player", "")),
            int(document.get("minutes", 0)),
            str(document.get("penalty", "")),
            str(document.get("infraction", "")),
            bool(document.get("drops")),
            str(document.get("note", "")),
            None if calls is None else bool(calls),
        )


@dataclass(frozen=True, slots=True)
class RulingReport:
    """A ruling as it came from a phone, or the `id` of one that is undone under `undoes`.

    `number` and `pairing` are those of a `Report`. `id` is the same if the same form is sent twice.
    `phone` is the hash of the phone's cookie, which stands in no other file, and `at` is when it
    came, ISO 8601. One `of_player` is made of a `Report` and has no phone.
    """

    number: int
    id: str
    round: RoundId
    pairing: str
    phone: str
    ruling: Ruling | None = None
    undoes: str = ""
    at: str = ""

    @property
    def document(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "number": self.number, "id": self.id, "round": [*self.round], "pairing": self.pairing,
            "phone": self.phone, "ruling": self.ruling and self.ruling.document,
            "undoes": self.undoes, "at": self.at,
        }  # fmt: skip

    @property
    def of_player(self) -> bool:
        """Whether a player has sent it, and no judge."""
        return not self.phone

    @classmethod
    def of(cls, document: dict[str, Any]) -> Self:
        """Return the report in a document; raises KeyError, TypeError and ValueError for others."""
        phase, number = document["round"]
        given = document["ruling"]
        return cls(
            int(document["number"]), str(document["id"]), RoundId(int(phase), int(number)),
            str(document["pairing"]), str(document["phone"]), Ruling.of(given) if given else None,
            str(document["undoes"]), str(document["at"]),
        )  # fmt: skip
