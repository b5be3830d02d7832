"""Checks whether anything was taken out of, or added to, what a site has published.

`snapshot.json` and `rounds.json` name the same rounds, without gaps. `rounds.json` has a seal: the
SHA-256 of both documents. The seal detects damage and any change by somebody who does not compute
it anew; the other checks do not depend on it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from runner.core.event import RoundId
from runner.core.phrases import listed
from runner.ledger.seal import canonical, digest

SEAL = "sha256"


class Found(NamedTuple):
    """One finding. `sound` is None where there is nothing to compare; `unchecked`: the published
    data do not allow the check at all."""

    what: str
    sound: bool | None
    unchecked: bool = False


def sealed(rounds: Mapping[str, Any], snapshot: str) -> dict[str, Any]:
    """`rounds` with its seal; `snapshot` is the public snapshot in canonical form."""
    seal = {"rounds": digest(canonical(rounds).encode()), "snapshot": digest(snapshot.encode())}
    return {**rounds, SEAL: seal}


def unsealed(snapshot: Mapping[str, Any], rounds: Mapping[str, Any]) -> Iterator[Found]:
    """A finding where the documents do not fit the seal, or have none (older versions)."""
    without = {key: value for key, value in rounds.items() if key != SEAL}
    if SEAL not in rounds:
        yield Found(_NO_SEAL, None, unchecked=True)
        return
    expected = sealed(without, canonical(snapshot))[SEAL]
    for name in ("snapshot", "rounds"):
        if rounds[SEAL].get(name) != expected[name]:
            yield Found(f"{name}.json is NOT as it was published: its SHA-256 differs", False)
    if {*rounds[SEAL]} != {*expected}:
        yield Found("the seal in rounds.json is NOT as Runner writes it", False)


def incomplete(
    snapshot: Mapping[str, Any], rounds: Mapping[str, Any]
) -> Iterator[tuple[RoundId, Found]]:
    """What is missing or there twice, with the round that it is about."""
    shown = [id_of(each) for each in snapshot["pairings"]]
    drawn = [id_of(each) for each in rounds["rounds"]]
    for id_ in sorted({*drawn} - {*shown}):
        yield id_, Found("its pairing is missing from snapshot.json", False)
    for id_ in sorted({*shown} - {*drawn}):
        yield id_, Found("it is missing from rounds.json", False)
    for name, ids in (("snapshot", shown), ("rounds", drawn)):
        for id_ in (id_ for id_, times in Counter(ids).items() if times > 1):
            yield id_, Found(f"it is in {name}.json more than once", False)
    for pairing in snapshot["pairings"]:
        seats = [player for table in pairing["tables"] for player in table["seats"]]
        tables = Counter(int(table["table"]) for table in pairing["tables"])
        players = Counter((*seats, *pairing["byes"]))
        twice = [str(each) for each, times in (*tables.items(), *players.items()) if times > 1]
        if twice:
            yield id_of(pairing), Found(f"there more than once: {listed(twice)}", False)
    for id_ in sorted({*_expected(snapshot, shown)} - {*shown} - {*drawn}):
        yield id_, Found("it is missing from snapshot.json and rounds.json", False)


def _expected(snapshot: Mapping[str, Any], shown: Sequence[RoundId]) -> Iterator[RoundId]:
    """The rounds that there must be: those up to the latest of each phase that is named."""
    latest = snapshot["event"]["as_of_round"]
    named = [*shown, *([] if latest is None else [RoundId(latest["phase"], latest["number"])])]
    named += [RoundId(each["phase"], each["after_round"]) for each in snapshot["standings"]]
    for phase, number in named:
        yield from (RoundId(phase, before) for before in range(1, number + 1))


def id_of(document: Mapping[str, Any]) -> RoundId:
    """Which round a document is about."""
    return RoundId(int(document["phase"]), int(document["round"]))


def seat_map(tables: Iterable[Mapping[str, Any]]) -> dict[int, tuple[str, ...]]:
    """The players of each table that has any, by its number."""
    return {int(table["table"]): tuple(table["seats"]) for table in tables if table["seats"]}


_NO_SEAL = (
    "rounds.json has no seal (an older version wrote it, or it was taken out): whether anything "
    "was taken out of the two files cannot be checked"
)
