"""Verify an event: reproduce every pairing of the ledger, and check that a site is complete.

`snapshot.json` and `rounds.json` name the same rounds, without gaps. `rounds.json` has a seal, the
SHA-256 of both documents: it detects damage, and changes by anybody who does not recompute it; the
other checks do not depend on it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from runner import phases
from runner.compute import seeds
from runner.compute.decisions import REGISTRY
from runner.compute.decisions.model import written_by
from runner.compute.decisions.preview import fingerprint
from runner.compute.decks import drawn_from
from runner.core.identifiers import RoundId
from runner.core.language import listed, numbered
from runner.ledger.entries import DRAWN, PRIVATE, Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.published import seating_document
from runner.ledger.seal import canonical, digest
from runner.ledger.words import BY_HAND, in_brackets, kept_apart, sentences, verified
from runner.phases.model import Drawn

RECORDED = (EntryKind.RESULTS, EntryKind.CORRECTED, EntryKind.REPORTED)
"""Kinds of lines about results, which cannot be reproduced."""


class Finding(NamedTuple):
    """One line of the ledger and the result of verifying it; `sound` is None for a line that
    records what people did, which cannot be reproduced. `at` is when it was written (ISO 8601)."""

    number: int
    round: RoundId
    what: str
    sound: bool | None
    at: str = ""
    kind: EntryKind = EntryKind.PAIRED


def verify(ledger: Ledger) -> list[Finding]:
    """Return a finding for each line, including whether a drawing is reproduced from its recorded
    state."""
    known, findings, lines = ledger.people, list[Finding](), list[Entry]()
    seen: dict[RoundId, str | None] = {}
    for number, entry in enumerate(ledger.lines, 1):
        before = Ledger(tuple(lines))
        if entry.kind in PRIVATE:
            what, sound = _preview(entry, lines, seen.get(entry.round))
            findings.append(Finding(number, entry.round, what, sound, entry.at, entry.kind))
            seen[entry.round] = entry.data.get("sha256")
            continue
        lines.append(entry)
        what, sound = _finding(entry, known)
        why = _not_recorded_so(entry, before) if entry.kind in RECORDED else ""
        if entry.kind in DRAWN and entry.data.get("state"):
            why = _not_drawn_so(entry, before)
        if why:
            what = f"{what}; {why}"
            findings.append(Finding(number, entry.round, what, False, entry.at, entry.kind))
            continue
        drawn = entry.data.get("lot") or entry.data.get("state")
        seed = str(drawn["seed"]) if drawn and sound is not None else ""
        if seed and seeds.as_promised(seed, before) is False:
            what, sound = f"{what}; its seed is NOT the one that was promised before", False
        type_ = written_by(entry, REGISTRY)
        again = type_ and type_.drawn_again(entry, before)
        if again:
            what, sound = f"{what}; {again[0]}", again[1]
        findings.append(Finding(number, entry.round, what, sound, entry.at, entry.kind))
    return findings


def _preview(entry: Entry, lines: Sequence[Entry], seen: str | None) -> tuple[str, bool | None]:
    """Return the text for a line about a preview, and whether its round, in the last of the
    `lines` before, was published as it says; `seen` is the SHA-256 of the preview before."""
    if entry.kind is EntryKind.PREVIEWED:
        return verified(entry), None
    sound = (fingerprint(lines[-1]) == seen) == entry.data["same"]
    return verified(entry) + ("" if sound else "; that is NOT so"), sound


# --- drawings ---------------------------------------------------------------------------------


def drawn_again(algorithm: str, state: Mapping[str, Any]) -> Drawn | None:
    """Return the round reproduced from a state; None if it is not a state. Raise KeyError for an
    unknown algorithm."""
    if not known(algorithm):
        raise KeyError(algorithm)
    return phases.drawn_by(algorithm).drawn_again(state)


def as_kept(drawn: Drawn) -> tuple[list[dict[str, Any]], list[str]]:
    """Return tables and byes of a drawing in the ledger's form."""
    kept = seating_document(drawn.seating)
    return kept["tables"], kept["byes"]


def known(algorithm: str) -> bool:
    """Return whether this version can reproduce drawings of that algorithm."""
    return algorithm in phases.drawn_by(algorithm).ALGORITHMS


def _same(data: Mapping[str, Any]) -> bool:
    drawn = phases.drawn_by(data["algorithm"]).drawn_again(data["state"])
    if drawn is None or as_kept(drawn) != (data["tables"], data["byes"]):
        return False
    return drawn.certificate in (None, data.get("certificate"))


def of_another_round(state: Mapping[str, Any], id_: RoundId) -> bool:
    """Return whether a state belongs to another round."""
    return (state.get("phase", id_.phase), state.get("round", id_.number)) != id_


def _not_drawn_so(entry: Entry, before: Ledger) -> str:
    """Return why Runner would not have paired this round after the lines before; "" if it may
    have."""
    if of_another_round(entry.data["state"], entry.round):
        return "its state is NOT that of this round"
    out = entry.round in before.rounds
    if entry.kind is EntryKind.PAIRED and out:
        return "the round was out ALREADY"
    return "" if out or entry.kind is EntryKind.PAIRED else "the round was NOT out"


# --- results ----------------------------------------------------------------------------------


def _not_recorded_so(entry: Entry, before: Ledger) -> str:
    """Return why Runner would not have written these results after the lines before; "" if it may
    have."""
    if (published := before.rounds.get(entry.round)) is None:
        return "the round is NOT out"
    data, corrected = entry.data, entry.kind is EntryKind.CORRECTED
    of_many = entry.kind is EntryKind.RESULTS
    tables = [int(table) for table in (data["results"] if of_many else [data["table"]])]
    if strange := {*tables} - {number for number, _ in published.seating.tables}:
        return f"the round has NO table {numbered(sorted(strange), most=0)}"
    was = before.results.get(entry.round, {}).get(tables[0]) if corrected else None
    if corrected and was != data["old"]:
        return "what it says was recorded before is NOT what was recorded"
    return ""


# --- in words ---------------------------------------------------------------------------------


def _finding(entry: Entry, names: Mapping[str, str]) -> tuple[str, bool | None]:
    data = entry.data
    if entry.kind in DRAWN and data.get("state"):
        return _drawing(entry)
    if entry.kind is EntryKind.DECKS:
        same = drawn_from(data["lot"], entry.round, len(data["drawn"])) == data["drawn"]
        return f"decks to check, drawn again, {'' if same else 'and NOT '}the same", same
    if entry.kind in BY_HAND:
        texts = sentences(entry, lambda player: names.get(player, player))
        return "by hand: " + ("; ".join(texts) or "byes or absences"), None
    return verified(entry), None


def _drawing(entry: Entry) -> tuple[str, bool | None]:
    data, why = entry.data, ""
    if entry.kind is EntryKind.REPAIRED:
        why = f"; it was out before, and this pairing took its place{in_brackets(data)}"
    if not known(data["algorithm"]):
        other = f"drawn by pairing algorithm {data['algorithm']}, which this version does not have"
        return other + why, None
    same = _same(data)
    apart = seeds.kept_apart(data["algorithm"], data["state"]) if "kept_apart" in data else None
    if apart:
        same = same and apart == data["kept_apart"]
        why = f"; {kept_apart(apart)}{why}"
    return ("drawn again, the same" if same else "drawn again, and NOT the same") + why, same


SEAL = "sha256"


class Found(NamedTuple):
    """One finding. `sound` is None if there is nothing to compare; `unchecked`: the published data
    do not allow the check at all."""

    what: str
    sound: bool | None
    unchecked: bool = False


def sealed(rounds: Mapping[str, Any], snapshot: str, event: str = "") -> dict[str, Any]:
    """Return `rounds` with its seal; `snapshot` and `event` are the public documents in canonical
    form. Older versions published no `event`."""
    documents = {"rounds": canonical(rounds), "snapshot": snapshot, "event": event}
    seal = {name: digest(text.encode()) for name, text in documents.items() if text}
    return {**rounds, SEAL: seal}


def unsealed(
    snapshot: Mapping[str, Any], rounds: Mapping[str, Any], event: Mapping[str, Any] | None = None
) -> Iterator[Found]:
    """Yield a finding if the documents do not match the seal, or have none (older versions)."""
    without = {key: value for key, value in rounds.items() if key != SEAL}
    if SEAL not in rounds:
        yield Found(_NO_SEAL, None, unchecked=True)
        return
    text = canonical(event) if event is not None else ""
    expected = sealed(without, canonical(snapshot), text)[SEAL]
    for name in expected:
        if rounds[SEAL].get(name) != expected[name]:
            yield Found(f"{name}.json is NOT as it was published: its SHA-256 differs", False)
    if event is None and "event" in rounds[SEAL]:
        yield Found("event.json, with what happened, is missing", False)
    elif {*rounds[SEAL]} != {*expected}:
        yield Found("the seal in rounds.json is NOT as Runner writes it", False)


def incomplete(
    snapshot: Mapping[str, Any], rounds: Mapping[str, Any]
) -> Iterator[tuple[RoundId, Found]]:
    """Yield what is missing or present twice, with its round."""
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
    latest = snapshot["event"]["as_of_round"]
    named = [*shown, *([] if latest is None else [RoundId(latest["phase"], latest["number"])])]
    named += [RoundId(each["phase"], each["after_round"]) for each in snapshot["standings"]]
    for phase, number in named:
        yield from (RoundId(phase, before) for before in range(1, number + 1))


def id_of(document: Mapping[str, Any]) -> RoundId:
    """Return the round that a document is about."""
    return RoundId(int(document["phase"]), int(document["round"]))


def seat_map(tables: Iterable[Mapping[str, Any]]) -> dict[int, tuple[str, ...]]:
    """Return the players of each non-empty table, by its number."""
    return {int(table["table"]): tuple(table["seats"]) for table in tables if table["seats"]}


_NO_SEAL = (
    "rounds.json has no seal (an older version wrote it, or it was taken out): whether anything "
    "was taken out of the two files cannot be checked"
)
