"""Writes `runner-snapshot/1`: what follows from an event; also published with the site."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from runner.fractions import as_text
from runner.problems import Problem
from runner.snapshot import Pairing, Snapshot, StandingRow, Standings

FORMAT = "runner-snapshot/1"
_PLACES = 12  # of a decimal: enough to compare, too few to show the noise of binary fractions


def snapshot_document(
    snapshot: Snapshot, read: Sequence[Problem] = (), *, public: bool = False
) -> dict[str, Any]:
    """The snapshot as a document; `read` are problems that were found while reading.

    A public one has no problems, no proposed pairing and no notes on pairings: these are the
    organiser's, and may tell whom somebody is to be kept apart from.
    """
    current = snapshot.current_round
    event: dict[str, Any] = {
        "name": snapshot.event.name,
        "as_of_round": (
            {"phase": current.id.phase, "number": current.id.number} if current else None
        ),
    }
    if snapshot.rehearsal:
        event["rehearsal"] = True
    return {
        "format": FORMAT,
        "event": event,
        "standings": [_standings(each) for result in snapshot.phases for each in result.standings],
        "pairings": [
            _pairing(each, notes=not public)
            for each in snapshot.pairings
            if not (public and each.proposed)
        ],
        "problems": [problem_document(each) for each in (*read, *snapshot.problems) if not public],
    }


def problem_document(problem: Problem) -> dict[str, str]:
    """A problem as a document."""
    return {
        "severity": problem.severity.value,
        "sheet": problem.place.sheet,
        "cell": problem.place.cell,
        "message": problem.message,
        "fix": problem.fix,
    }


def _standings(standings: Standings) -> dict[str, Any]:
    document: dict[str, Any] = {
        "phase": standings.after.phase,
        "after_round": standings.after.number,
        "rows": [_row(row) for row in standings.rows],
    }
    if not standings.complete:
        document["complete"] = False
    return document


def _row(row: StandingRow) -> dict[str, Any]:
    record = row.record
    document: dict[str, Any] = {
        "rank": row.rank,
        "player": row.player,
        "match_points": as_text(row.match_points),
        "record": {
            "wins": record.wins,
            "draws": record.draws,
            "losses": record.losses,
            "byes": record.byes,
        },
        "tiebreakers": {key: _value(value) for key, value in row.tiebreakers.items()},
        "dropped": row.dropped,
    }
    if row.tied_with:
        document["tied_with"] = list(row.tied_with)
    return document


def _value(value: Fraction | None) -> dict[str, Any]:
    if value is None:
        return {"exact": None, "decimal": None}
    return {"exact": as_text(value), "decimal": round(float(value), _PLACES)}


def _pairing(pairing: Pairing, *, notes: bool) -> dict[str, Any]:
    certificate = pairing.certificate.to_document() if pairing.certificate else None
    if certificate and not notes:
        certificate["notes"] = []
    document: dict[str, Any] = {
        "phase": pairing.round.phase,
        "round": pairing.round.number,
        "tables": [{"table": table.number, "seats": list(table.seats)} for table in pairing.tables],
        "byes": list(pairing.byes),
        "certificate": certificate,
    }
    if pairing.proposed:
        document["proposed"] = True
    return document
