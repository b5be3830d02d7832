"""The sentences about ledger lines for players, on a round's page; without a full stop."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from runner.core.identifiers import RoundId, seat_letter
from runner.core.language import N_, _, current, listed
from runner.ledger.entries import Entry, EntryKind

Data = Mapping[str, Any]
Name = Callable[[str], str]
"""Returns the name of a player's id, as the reader may see it."""
Called = Callable[[int], str]
"""Returns the title of a round, counted over the event, inside a sentence: "Top 16, round 1"."""


class Names(Protocol):
    """Names of ids and numbers for the staff."""

    def player(self, identity: str) -> str:
        """Return the name of a player's id."""

    def phase(self, number: int) -> str:
        """Return the name of a phase."""

    def title(self, id_: RoundId) -> str:
        """Return what players call a round."""


class Reader(NamedTuple):
    """How the reader of a line names players and rounds; `veiled` if results are kept secret."""

    name: Name
    called: Called
    veiled: bool


@dataclass(frozen=True, slots=True)
class Wording:
    """The wording of one kind of line; readers without a wording do not see it.

    `verified`: for those who verify the ledger. `decided`: the decision that it records, for an
    Undo, with placeholders for the title of its `round` and the number of its `phase`; a line
    without it cannot be undone. `staff`: a sentence for the desk, with the name of the `phase`.
    `players`: sentences for the round's page and the desk, without a full stop.
    """

    verified: str | Callable[[Data], str] = ""
    decided: str = ""
    staff: str | Callable[[Entry, Names], str] = ""
    players: Callable[[Data, Reader], Iterable[str]] | None = None


def lost_results(typed: Mapping[str, Sequence[str]]) -> str:
    """Return "table 1 (A), table 3 (draw)": results and games of tables whose match was
    withdrawn."""
    tables = sorted(typed, key=int)
    results = {table: " ".join(filter(None, typed[table])) for table in tables}
    return current().enumerated(
        [_("table {table} ({result})", table=table, result=results[table]) for table in tables]
    )


def repaired(data: Data, reader: Reader) -> Iterator[str]:
    """Yield that the round was paired again, and which results were lost."""
    yield _with_losses(data, reader,
        N_("the round was paired again"),
        N_("the round was paired again; its results no longer count"),
        N_("the round was paired again; its results no longer count: {results}"))  # fmt: skip


def deleted(data: Data, reader: Reader) -> Iterator[str]:
    """Yield that the round was withdrawn, and which results were lost."""
    yield _with_losses(data, reader,
        N_("the round was taken back"),
        N_("the round was taken back; its results no longer count"),
        N_("the round was taken back; its results no longer count: {results}"))  # fmt: skip


def _with_losses(data: Data, reader: Reader, nothing: str, hidden: str, shown: str) -> str:
    """Return one of three texts: for no lost results, for secret results, and with the lost
    results."""
    lost = data.get("typed")
    if lost and not reader.veiled:
        return _because(_(shown, results=lost_results(lost)), data)
    return _because(_(hidden if lost else nothing), data)


def undone(data: Data, reader: Reader) -> Iterator[str]:
    """Yield which decision was undone."""
    what = _UNDONE.get(str(data.get("what", "")), "")
    # Note: a decision of the organiser, in English as it was written down.
    text = _(what) if what else _("taken back: {decision}", decision=data["told"])
    yield _because(text, data)


_UNDONE = {
    # Note: said of a round; the organiser has taken back a decision.
    EntryKind.PAIRED.value: N_("its pairing was taken back"),
    EntryKind.REPAIRED.value: N_("its new pairing was taken back"),
    EntryKind.RESEATED.value: N_("the change of its seats was taken back"),
    EntryKind.DELETED.value: N_("it was deleted, and is back"),
    EntryKind.ROUND_ADDED.value: N_("it was added, and was taken back"),
}
"""What was undone, by the kind of its line."""


def corrected(data: Data, reader: Reader) -> Iterator[str]:
    """Yield which result was corrected."""
    table, old, new = data["table"], data["old"], data["new"]
    if reader.veiled:
        text = _("table {table}, a result corrected", table=table)
    elif not old:  # "none" is a result too, so a blank has its own words
        text = _("table {table}, result {new}, missing before", table=table, new=new)
    elif not new:
        text = _("table {table}, result {old} removed", table=table, old=old)
    else:
        text = _("table {table}, result {new} instead of {old}", table=table, new=new, old=old)
    yield _because(text, data)


def player(data: Data, reader: Reader) -> Iterator[str]:
    """Yield when a player enters, drops or returns."""
    old, new, called = data["old"], data["new"], reader.called
    changes = []
    if old[0] != new[0]:
        # Note: follows the name of a player; the round is “round 3”.
        changes.append(_("enters in {round}", round=called(new[0] or 1)))
    if old[1] != new[1] and new[1] is not None:
        # Note: follows the name of a player; the round is “round 3”.
        changes.append(_("drops after {round}", round=called(new[1])))
    elif old[1] != new[1]:
        # Note: follows the name of a player.
        changes.append(_("has not dropped after all"))
    if old[2] != new[2] and new[2] is not None:
        # Note: follows the name of a player; the round is “round 3”.
        changes.append(_("returns in {round}", round=called(new[2])))
    # Note: follows the name of a player.
    does = listed(changes) or _("does not return")
    # Note: a player, and what they do: “drops after round 3”.
    text = _("{player} {does}", player=reader.name(data["player"]), does=does)
    yield _because(text, {"reason": data.get("why")})  # a penalty is not for everybody


def seating(data: Data, reader: Reader) -> Iterator[str]:
    """Yield the manual changes of seats."""
    name = reader.name
    for change in data["changes"]:
        shared = {"reason": change["reason"] or data.get("reason", "")}
        for text in _table(change["table"], change["old"], change["new"], name):
            yield _because(text, shared)
    was = data.get("was")
    if was is None:
        return  # earlier ledgers did not keep it
    why = {person["player"]: person.get("reason") for person in data.get("people", ())}
    for kind, text in (
        ("byes", N_("{player} has a bye")),
        ("absent", N_("{player} does not play")),
    ):
        for player in data[kind]:
            if player not in was[kind]:
                shared = {"reason": why.get(player) or data.get("reason", "")}
                yield _because(_(text, player=name(player)), shared)
    for player in was["byes"]:
        if player not in data["byes"]:
            yield _because(_("{player} no longer has a bye", player=name(player)), data)


def _because(text: str, data: Data) -> str:
    if not data.get("reason"):
        return text
    # Note: what was changed, and the reason that the organiser has given.
    return _("{change}: {reason}", change=text, reason=data["reason"])


def _table(number: int, old: Sequence[str], new: Sequence[str], name: Name) -> Iterator[str]:
    """Yield the changes of one table."""
    enumerated = current().enumerated
    before, now = (enumerated([name(player) for player in players]) for players in (old, new))
    if not old:
        yield _("new table {table}, {players}", table=number, players=now)
    elif not new:
        yield _("table {table}, nobody instead of {players}", table=number, players=before)
    elif {*old} == {*new}:
        yield _("table {table}, seats in the order {players}", table=number, players=now)
    elif len(old) == len(new):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            if one != other:
                yield _(
                    "table {table} seat {seat}, {player} instead of {other}",
                    table=number, seat=seat_letter(at), player=name(other), other=name(one),
                )  # fmt: skip
    else:
        joined = [_("with {player}", player=name(each)) for each in new if each not in old]
        left = [_("without {player}", player=name(each)) for each in old if each not in new]
        # Note: the changes are “with Ana, without Bo”.
        yield _("table {table}, {changes}", table=number, changes=enumerated([*joined, *left]))
