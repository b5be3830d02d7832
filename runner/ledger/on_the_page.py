"""What lines of the ledger say on a round's page: sentences for players, without a full stop."""

from collections.abc import Iterator, Sequence

from runner.core.event import seat_letter
from runner.core.language import N_, _, current
from runner.core.phrases import listed
from runner.ledger.entries import EntryKind
from runner.ledger.wording import Called, Data, Name, Reader, lost_results


def repaired(data: Data, reader: Reader) -> Iterator[str]:
    """That the round was paired again, and what was lost by it."""
    yield _with_losses(
        data, reader,
        N_("the round was paired again"),
        N_("the round was paired again; its results no longer count"),
        N_("the round was paired again; its results no longer count: {results}"),
    )  # fmt: skip


def deleted(data: Data, reader: Reader) -> Iterator[str]:
    """That the round was taken back, and what was lost by it."""
    yield _with_losses(
        data, reader,
        N_("the round was taken back"),
        N_("the round was taken back; its results no longer count"),
        N_("the round was taken back; its results no longer count: {results}"),
    )  # fmt: skip


def _with_losses(data: Data, reader: Reader, nothing: str, hidden: str, told: str) -> str:
    """One of three: where no result was lost, where results are kept back, and with the results."""
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
    table = data["table"]
    if reader.veiled:
        said = _("table {table}, a result corrected", table=table)
    else:
        said = _result(table, data["old"], data["new"])
    yield _because(said, data)


def player(data: Data, reader: Reader) -> Iterator[str]:
    """Who drops, returns or comes late."""
    comes, name = _comes(data["old"], data["new"], reader.called), reader.name(data["player"])
    # Note: a player, and what they do: “drops after round 3”.
    said = _("{player} {does}", player=name, does=comes)
    yield _because(said, {"reason": data.get("why")})  # a penalty is not for everybody


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


_SITTING_OUT = {"byes": N_("{player} has a bye"), "absent": N_("{player} does not play")}


def _because(said: str, data: Data) -> str:
    if not data.get("reason"):
        return said
    # Note: what was changed, and the reason that the organiser has given.
    return _("{change}: {reason}", change=said, reason=data["reason"])


def _result(table: int, old: str, new: str) -> str:
    """ "table 3, result A instead of B"; "none" is a result too, so a blank has its own words."""
    if not old:
        return _("table {table}, result {new}, missing before", table=table, new=new)
    if not new:
        return _("table {table}, result {old} removed", table=table, old=old)
    return _("table {table}, result {new} instead of {old}", table=table, new=new, old=old)


def _table(number: int, old: Sequence[str], new: Sequence[str], name: Name) -> Iterator[str]:
    """The change of one table."""
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


def _comes(old: Sequence[int | None], new: Sequence[int | None], called: Called) -> str:
    """ "drops after round 3"."""
    said = []
    if old[0] != new[0]:
        # Note: follows the name of a player; the round is “round 3”.
        said.append(_("enters in {round}", round=called(new[0] or 1)))
    if old[1] != new[1] and new[1] is not None:
        # Note: follows the name of a player; the round is “round 3”.
        said.append(_("drops after {round}", round=called(new[1])))
    elif old[1] != new[1]:
        # Note: follows the name of a player.
        said.append(_("has not dropped after all"))
    if old[2] != new[2] and new[2] is not None:
        # Note: follows the name of a player; the round is “round 3”.
        said.append(_("returns in {round}", round=called(new[2])))
    # Note: follows the name of a player.
    return listed(said) or _("does not return")
