"""Rounds from a site's own data, for a ledger that has lost them: who sat where, and byes.

Results are not included, as the workbook has them; nor is the input of the drawings, so these
rounds cannot be reproduced.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from runner.core.identifiers import RoundId
from runner.core.player import Player
from runner.core.seating import SeatedTable, Seating
from runner.interchange.snapshot_out import FORMAT
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.published import names_in, seating_document

_EVENT = RoundId(0, 0)


def lines_from(
    document: Mapping[str, Any], ledger: Ledger, players: Mapping[str, Player]
) -> list[Entry]:
    """Return the lines that a ledger lacks according to a public `runner-snapshot/1`: commitments
    to the seed, and rounds that are missing or differ. Raise KeyError, TypeError or ValueError if
    it is not such a document, or names an unknown player."""
    if document["format"] != FORMAT:
        raise ValueError(f"it is no {FORMAT}")
    return [*_promises(document, ledger), *_rounds(document, ledger, players)]


def _promises(document: Mapping[str, Any], ledger: Ledger) -> Iterator[Entry]:
    known = [entry.data for entry in ledger.seeds]
    for line in document.get("seeds", ()):
        data = {"sha256": str(line["seed_sha256"]), "roll": str(line.get("hall_roll", ""))}
        if data not in known:
            yield Entry(EntryKind.SEED, _EVENT, data, str(line["at"]))


def _rounds(
    document: Mapping[str, Any], ledger: Ledger, players: Mapping[str, Player]
) -> Iterator[Entry]:
    for pairing in document["pairings"]:
        id_ = RoundId(int(pairing["phase"]), int(pairing["round"]))
        tables = (SeatedTable(int(at["table"]), tuple(at["seats"])) for at in pairing["tables"])
        seating = Seating(tuple(tables), tuple(pairing["byes"]))
        known = ledger.rounds.get(id_)
        if known and (known.seating.tables, known.seating.byes) == (seating.tables, seating.byes):
            continue
        if strangers := [player for player in seating.everybody if player not in players]:
            raise ValueError(f"nobody in the workbook has the Id {strangers[0]}")
        data = {**seating_document(seating), "names": names_in(seating, players)}
        yield Entry(EntryKind.IMPORTED, id_, data)
