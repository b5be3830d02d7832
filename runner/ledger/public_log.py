"""The sentences for players that lines of the ledger become on a round's page; no full stop."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from runner.core.identifiers import RoundId, seat_letter
from runner.core.language import N_, _, current, listed
from runner.ledger.entries import Entry, EntryKind

Data = Mapping[str, Any]
Name = Callable[[str], str]
"""Gives the name of a player's id, as whoever reads it may know it."""
Called = Callable[[int], str]
"""What a round is called that counts over the whole event, inside a sentence: "Top 16, round 1"."""


class Names(Protocol):
    """Ids and numbers as the staff know them."""

    def player(self, identity: str) -> str:
        """Return the name of a player's id."""

    def phase(self, number: int) -> str:
        """Return the name of a phase."""

    def title(self, id_: RoundId) -> str:
        """What people call a round."""


class Reader(NamedTuple):
    """What whoever reads a line calls players and rounds; `veiled` where results are kept back."""

    name: Name
    called: Called
    veiled: bool


@dataclass(frozen=True, slots=True)
class Wording:
    """How a line of one kind is put; a reader for whom it has no words is told nothing of it.

    `verified`: for who verifies the ledger. `decided`: the decision that it records, for who takes
    it back, with the title of its `round` and the number of its `phase` to fill in; a line without
    is nothing that an Undo takes back. `staff`: a sentence for the desk, with the name of the
    `phase`. `players`: sentences for the round's page and the desk, without a full stop.
    """

    verified: str | Callable[[Data], str] = ""
    decided: str = ""
    staff: str | Callable[[Entry, Names], str] = ""
    players: Callable[[Data, Reader], Iterable[str]] | None = None


def lost_results(typed: Mapping[str, Sequence[str]]) -> str:
    """Return "table 1 (A), table 3 (draw)": results and games of tables that have lost their
    match."""
    found = sorted(typed, key=int)
    results = {table: " ".join(filter(None, typed[table])) for table in found}
    return current().enumerated(
        [_("table {table} ({result})", table=table, result=results[table]) for table in found]
    )


def repaired(data: Data, reader: Reader) -> Iterator[str]:
    """That the round was paired again, and what was lost by it."""
    yield _with_losses(data, reader,
        N_("the round was paired again"),
        N_("the round was paired again; its results no longer count"),
        N_("the round was paired again; its results no longer count: {results}"))  # fmt: skip


def deleted(data: Data, reader: Reader) -> Iterator[str]:
    """That the round was taken back, and what was lost by it."""
    yield _with_losses(data, reader,
        N_("the round was taken back"),
        N_("the round was taken back; its results no longer count"),
        N_("the round was taken back; its results no longer count: {results}"))  # fmt: skip


def _with_losses(data: Data, reader: Reader, nothing: str, hidden: str, told: str) -> str:
    """Return one of three: where no result was lost, where results are kept back, and with the
    results."""
    lost = data.get("typed")
    if lost and not reader.veiled:
        return _because(_(told, results=lost_results(lost)), data)
    return _because(_(hidden if lost else nothing), data)


def undone(data: Data, reader: Reader) -> Iterator[str]:
    """What decision was taken back."""
    what = _UNDONE.get(str(data.get("what", "")), "")
    # Note: a decision of the organiser, in English as it was written down.
    said = _(what) if what else _("taken back: {decision}", decision=data["told"])
    yield _because(said, data)


_UNDONE = {
    # Note: said of a round; the organiser has taken back a decision.
    EntryKind.PAIRED.value: N_("its pairing was taken back"),
    EntryKind.REPAIRED.value: N_("its new pairing was taken back"),
    EntryKind.RESEATED.value: N_("the change of its seats was taken back"),
    EntryKind.DELETED.value: N_("it was deleted, and is back"),
    EntryKind.ROUND_ADDED.value: N_("it was added, and was taken back"),
}
"""What is taken back, by the kind of the line that said it."""


def corrected(data: Data, reader: Reader) -> Iterator[str]:
    """Which result was corrected."""
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
    """Who drops, returns or comes late."""
    old, new, called = data["old"], data["new"], reader.called
    found = []
    if old[0] != new[0]:
        # Note: follows the name of a player; the round is “round 3”.
        found.append(_("enters in {round}", round=called(new[0] or 1)))
    if old[1] != new[1] and new[1] is not None:
        # Note: follows the name of a player; the round is “round 3”.
        found.append(_("drops after {round}", round=called(new[1])))
    elif old[1] != new[1]:
        # Note: follows the name of a player.
        found.append(_("has not dropped after all"))
    if old[2] != new[2] and new[2] is not None:
        # Note: follows the name of a player; the round is “round 3”.
        found.append(_("returns in {round}", round=called(new[2])))
    # Note: follows the name of a player.
    does = listed(found) or _("does not return")
    # Note: a player, and what they do: “drops after round 3”.
    text = _("{player} {does}", player=reader.name(data["player"]), does=does)
    yield _because(text, {"reason": data.get("why")})  # a penalty is not for everybody


def seating(data: Data, reader: Reader) -> Iterator[str]:
    """Who sits elsewhere, by hand."""
    name = reader.name
    for change in data["changes"]:
        shared = {"reason": change["reason"] or data.get("reason", "")}
        for said in _table(change["table"], change["old"], change["new"], name):
            yield _because(said, shared)
    was = data.get("was")
    if was is None:
        return  # earlier ledgers did not keep it
    why = {person["player"]: person.get("reason") for person in data.get("people", ())}
    for kind, said in (
        ("byes", N_("{player} has a bye")),
        ("absent", N_("{player} does not play")),
    ):
        for player in data[kind]:
            if player not in was[kind]:
                shared = {"reason": why.get(player) or data.get("reason", "")}
                yield _because(_(said, player=name(player)), shared)
    for player in was["byes"]:
        if player not in data["byes"]:
            yield _because(_("{player} no longer has a bye", player=name(player)), data)


def _because(said: str, data: Data) -> str:
    if not data.get("reason"):
        return said
    # Note: what was changed, and the reason that the organiser has given.
    return _("{change}: {reason}", change=said, reason=data["reason"])


def _table(number: int, old: Sequence[str], new: Sequence[str], name: Name) -> Iterator[str]:
    """Yield the change of one table."""
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
