"""Replays a ledger: every pairing that Runner drew is drawn again and compared."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from runner import phases
from runner.compute.decisions import REGISTRY
from runner.compute.decisions.model import written_by
from runner.compute.kept_apart import changed
from runner.compute.seeds import as_promised
from runner.core.event import RoundId
from runner.core.phrases import numbered
from runner.ledger.entries import DRAWN, Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.published import seating_document
from runner.ledger.words import BY_HAND, in_brackets, kept_apart, sentences, verified
from runner.phases.model import Drawn

RECORDED = (EntryKind.RESULTS, EntryKind.CORRECTED)
"""Lines about results, which people report and nothing can repeat."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the ledger, held against what can be repeated; `sound` is None where a line
    records what people did, which nothing can repeat. `at` is when it was written (ISO 8601)."""

    number: int
    round: RoundId
    what: str
    sound: bool | None
    at: str = ""
    kind: EntryKind = EntryKind.PAIRED


def verify(ledger: Ledger) -> list[Finding]:
    """What each line says, and whether a drawing comes out again from its own recorded state."""
    known = ledger.people
    found = []
    for number, entry in enumerate(ledger.entries, 1):
        what, sound = _finding(entry, known)
        before = Ledger(ledger.entries[: number - 1])
        why = _not_recorded_so(entry, before) if entry.kind in RECORDED else ""
        if entry.kind in DRAWN and entry.data.get("state"):
            why = _not_drawn_so(entry, before)
        if why:
            found.append(
                Finding(number, entry.round, f"{what}; {why}", False, entry.at, entry.kind)
            )
            continue
        if sound is not None and as_promised(str(entry.data["state"]["seed"]), before) is False:
            what, sound = f"{what}; its seed is NOT the one that was promised before", False
        type_ = written_by(entry, REGISTRY)
        again = type_ and type_.drawn_again(entry, before)
        if again:
            what, sound = f"{what}; {again[0]}", again[1]
        found.append(Finding(number, entry.round, what, sound, entry.at, entry.kind))
    return found


# --- drawing again ----------------------------------------------------------------------------


def drawn_again(algorithm: str, state: Mapping[str, Any]) -> Drawn | None:
    """What comes out of a state; None where the state is none. Raises KeyError for an algorithm
    that this version does not have."""
    if not known(algorithm):
        raise KeyError(algorithm)
    return phases.drawn_by(algorithm).drawn_again(state)


def as_kept(drawn: Drawn) -> tuple[list[dict[str, Any]], list[str]]:
    """Tables and byes of a drawing, as a ledger has them."""
    kept = seating_document(drawn.seating)
    return kept["tables"], kept["byes"]


def known(algorithm: str) -> bool:
    """Whether this version can draw what that algorithm drew."""
    return algorithm in phases.drawn_by(algorithm).ALGORITHMS


def _same(data: Mapping[str, Any]) -> bool:
    drawn = phases.drawn_by(data["algorithm"]).drawn_again(data["state"])
    if drawn is None or as_kept(drawn) != (data["tables"], data["byes"]):
        return False
    return drawn.certificate in (None, data.get("certificate"))


def of_another_round(state: Mapping[str, Any], id_: RoundId) -> bool:
    """Whether a state says that it is that of another round."""
    return (state.get("phase", id_.phase), state.get("round", id_.number)) != id_


def _not_drawn_so(entry: Entry, before: Ledger) -> str:
    """Why Runner would not have drawn this round after the lines before; "" where it may."""
    if of_another_round(entry.data["state"], entry.round):
        return "its state is NOT that of this round"
    out = entry.round in before.rounds
    if entry.kind is EntryKind.PAIRED and out:
        return "the round was out ALREADY"
    return "" if out or entry.kind is EntryKind.PAIRED else "the round was NOT out"


# --- results ----------------------------------------------------------------------------------


def _not_recorded_so(entry: Entry, before: Ledger) -> str:
    """Why Runner would not have written these results after the lines before; "" where it may."""
    published = before.rounds.get(entry.round)
    if published is None:
        return "the round is NOT out"
    data = entry.data
    corrected = entry.kind is EntryKind.CORRECTED
    tables = [int(table) for table in ([data["table"]] if corrected else data["results"])]
    strange = {*tables} - {number for number, _ in published.seating.tables}
    if strange:
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
    if entry.kind in BY_HAND:
        said = sentences(entry, lambda player: names.get(player, player))
        return "by hand: " + ("; ".join(said) or "byes or absences"), None
    return verified(entry), None


def _drawing(entry: Entry) -> tuple[str, bool | None]:
    data, why = entry.data, ""
    if entry.kind is EntryKind.REPAIRED:
        why = f"; it was out before, and this pairing took its place{in_brackets(data)}"
    if not known(data["algorithm"]):
        other = f"drawn by pairing algorithm {data['algorithm']}, which this version does not have"
        return other + why, None
    same = _same(data)
    apart = changed(data["algorithm"], data["state"]) if "kept_apart" in data else None
    if apart:
        same = same and apart == data["kept_apart"]
        why = f"; {kept_apart(apart)}{why}"
    return ("drawn again, the same" if same else "drawn again, and NOT the same") + why, same
