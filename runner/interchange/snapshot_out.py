"""Write `runner-snapshot/1`: what follows from an event; it is also published with the site."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.actions import Parts
from runner.core.identifiers import RoundId
from runner.core.numbers import as_text
from runner.core.problems import Problem, plain
from runner.core.seating import tables_document
from runner.interchange.form import filled
from runner.ledger.entries import Entry
from runner.ledger.seal import canonical
from runner.pairing.model import Pairing
from runner.phases.model import FinalPlace, PhaseResult
from runner.phases.round_robin.groups import letter
from runner.standings.model import StandingRow, Standings, Working, WorkingLine
from runner.standings.ranking import field_of, why_row_below, workings

FORMAT = "runner-snapshot/1"
_OF_POINTS = ("moved_up", "moved_down", "points_mismatch", "lower_bound")  # in a certificate
_PLACES = 12  # decimals: enough to compare, too few to show binary rounding errors


Words = Callable[[Parts], str]
"""Returns the fix of a problem as text."""


def snapshot_document(
    snapshot: Snapshot, read: Sequence[Problem] = (), *, public: bool = False, words: Words = plain
) -> dict[str, Any]:
    """Return the snapshot as a document; `read` are problems found while reading, and `words`
    returns the fix of a problem as text.

    The public one has no problems, no proposed pairing, and for pairings neither notes nor the
    number of players to keep apart, which are private to the organiser; no rankings of a phase with
    secret results, nor what certificates say about points; and no seed while anything may still be
    drawn from it. It has no workings either, which are on the pages; the other one has those of the
    latest ranking of each phase, each row with what separates it from the one above.
    """
    snapshot = snapshot.for_players if public else snapshot
    problems = () if public else (*read, *snapshot.problems)
    names = {player.id: player.name for player in snapshot.players.values()}
    return {
        **_without_standings(snapshot, public=public),
        "problems": [problem_document(each, words) for each in problems],
        "standings": [
            _worked_out(standings, names, result)
            if standings is result.current and not public
            else _standings(standings, result)
            for result in snapshot.phases
            for standings in result.standings
        ],
    }


class PublicSnapshots:
    """The public snapshot in canonical form, for save after save: a ranking that is the same object
    as last time is not serialised again."""

    def __init__(self) -> None:
        self._known: dict[RoundId, tuple[Standings, str, str]] = {}

    def __call__(self, snapshot: Snapshot) -> str:
        """Return the public `snapshot_document` as text."""
        public = snapshot.for_players
        written = {}
        for result in public.phases:
            for standings in result.standings:
                known = self._known.get(standings.after)
                if known is None or known[0] is not standings or known[1] != result.phase.type:
                    known = (standings, result.phase.type, canonical(_standings(standings, result)))
                written[standings.after] = known
        self._known = written
        document = _without_standings(public, public=True)
        texts = {key: canonical(value) for key, value in document.items()}
        texts["standings"] = f"[{','.join(text for _, _, text in written.values())}]"
        return "{" + ",".join(f"{canonical(key)}:{texts[key]}" for key in sorted(texts)) + "}"


def _without_standings(snapshot: Snapshot, *, public: bool) -> dict[str, Any]:
    """Return the document without its rankings and problems."""
    current = snapshot.current_round
    latest = {"phase": current.id.phase, "number": current.id.number} if current else None
    rehearsal = filled(rehearsal=bool(snapshot.rehearsal))
    return {
        "format": FORMAT,
        "event": {"name": snapshot.event.name, "as_of_round": latest, **rehearsal},
        "pairings": [
            _pairing(pairing, snapshot, public)
            for pairing in snapshot.pairings
            if not (public and pairing.proposed)
        ],
        "problems": [],
        **filled(
            seeds=[_seed(line) for line in snapshot.seeds],
            final=[_final(place) for place in snapshot.final],
        ),
    }


def _seed(line: Entry) -> dict[str, str]:
    roll = filled(hall_roll=line.data["roll"])
    return {"at": line.at, "seed_sha256": line.data["sha256"], **roll}


def _final(place: FinalPlace) -> dict[str, Any]:
    """Return a place in the whole event; with `still_in` all its places are open."""
    return {
        "place": place.place,
        "first": place.first,
        "last": place.last,
        "player": place.player,
        "phase": place.phase,
        **filled(still_in=bool(place.still_in)),
    }


def problem_document(problem: Problem, words: Words = plain) -> dict[str, str]:
    """Return a problem as a document; `words` returns its fix as text."""
    return {
        "severity": problem.severity.value,
        "sheet": problem.place.sheet,
        "cell": problem.place.cell,
        "message": problem.text,
        "fix": words(problem.fix),
    }


def _standings(standings: Standings, result: PhaseResult) -> dict[str, Any]:
    ranked_by = {"ranked_by": ["match_points", *standings.ruleset.tiebreakers]}
    group = {player: letter(at) for at, ids in enumerate(standings.groups) for player in ids}
    since = phases.find(result.phase.type).in_playoff(standings)
    return {
        "phase": standings.after.phase,
        "after_round": standings.after.number,
        **({"by_place": True} if standings.by_place else ranked_by),
        "rows": [
            {
                **_row(row),
                **({"group": group[row.player]} if row.player in group else {}),
                **({"in_playoff_since": since[row.player]} if row.player in since else {}),
            }
            for row in standings.rows
        ],
        **({} if standings.complete else {"complete": False}),
        **filled(carried=[{"phase": at.phase, "round": at.number} for at in standings.carried]),
    }


def _worked_out(
    standings: Standings, names: Mapping[str, str], result: PhaseResult
) -> dict[str, Any]:
    document, field = _standings(standings, result), field_of(standings)
    above: StandingRow | None = None
    for row, of in zip(document["rows"], standings.rows, strict=True):
        if above and above.rank < of.rank and not standings.by_place:
            row["why_below"] = why_row_below(standings, above, of, names)
        shown = workings(standings, of.player, names, field)
        row["working"] = [_working(working) for working in shown]
        above = of
    return document


def _working(working: Working) -> dict[str, Any]:
    return {
        "key": working.key,
        "formula": working.formula,
        "lines": [_line(line) for line in working.lines],
    }


def _line(line: WorkingLine) -> dict[str, str]:
    exact = "" if line.value is None else as_text(line.value)
    more = filled(player=line.player, text=line.text, exact=exact, remark=line.remark)
    return {"label": line.label, **more}


def _row(row: StandingRow) -> dict[str, Any]:
    record = row.record
    return {
        "rank": row.rank,
        "player": row.player,
        "match_points": as_text(row.match_points),
        "record": {
            "wins": record.wins,
            "draws": record.draws,
            "losses": record.losses,
            "byes": record.byes,
        },
        "tiebreakers": {key: _tiebreaker(row, key) for key in row.tiebreakers},
        "dropped": row.dropped,
        **filled(tied_with=list(row.tied_with)),
    }


def _tiebreaker(row: StandingRow, key: str) -> dict[str, Any]:
    """Return the actual value, and the value that counts in the ranking if it differs."""
    value, counted = row.tiebreakers[key], row.counts_as.get(key)
    if value is None:
        return {"exact": None, "decimal": None}
    ranks = {} if counted is None else {"counts_as": as_text(counted)}
    return {"exact": as_text(value), "decimal": round(float(value), _PLACES), **ranks}


def _pairing(pairing: Pairing, snapshot: Snapshot, public: bool) -> dict[str, Any]:
    certificate = pairing.certificate.to_document() if pairing.certificate else None
    if certificate and public:
        certificate["notes"] = []
        veiled = snapshot.phases[pairing.round.phase - 1].veiled
        for key in ("club_clashes", *(_OF_POINTS if veiled else ())):
            del certificate[key]
    seed = snapshot.over or not public
    return {
        "phase": pairing.round.phase,
        "round": pairing.round.number,
        "tables": tables_document(pairing.tables),
        "byes": list(pairing.byes),
        "certificate": certificate,
        **filled(
            proposed=bool(pairing.proposed),
            kept_apart=dict(pairing.kept_apart or {}),
            since_roll=dict(pairing.since_roll or {}),
            drawn_from=pairing.drawn_from and pairing.drawn_from.to_document(seed=seed),
        ),
    }
