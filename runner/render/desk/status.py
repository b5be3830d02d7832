"""The state of an event, in one line and in numbers."""

from collections.abc import Sequence
from typing import NamedTuple

from runner import phases
from runner.compute.draft import awaiting_pods
from runner.compute.sheets import sheets_to_make
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import count
from runner.core.rounds import Round, Table
from runner.ledger.entries import Entry
from runner.ledger.ledger import previews_of
from runner.phases.model import PhaseResult
from runner.render.text import still_playing

_MOST_TABLES = 15


class ResultsIn(NamedTuple):
    """The number of finished tables of a round, and of all; `playing` are the others."""

    done: int
    total: int
    playing: tuple[Table, ...]


def results_in(snapshot: Snapshot, round_: Round) -> ResultsIn:
    """Return the tables of a round; a playoff match without a winner to advance is not finished."""
    phase = snapshot.phases[round_.id.phase - 1]
    type_ = phases.find(phase.phase.type)
    tables = [table for table in round_.tables if table.seats]
    playing = tuple(table for table in tables if type_.is_open(table, phase.ruleset))
    return ResultsIn(len(tables) - len(playing), len(tables), playing)


def next_phase(snapshot: Snapshot) -> PhaseResult | None:
    """Return the phase of the next round, or None if the event is over."""
    return next((phase for phase in snapshot.phases if not phase.over), None)


def proposed(snapshot: Snapshot) -> RoundId | None:
    """Return the round that is ready to be published, or None."""
    return next((pairing.round for pairing in snapshot.pairings if pairing.proposed), None)


def shown_previews(snapshot: Snapshot, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the previews of the next round, the last of which is what is shown; () if none is."""
    next_ = proposed(snapshot)
    seen = previews_of(entries, next_) if next_ else ()
    return seen if seen and seen[-1].data["sha256"] == snapshot.preview else ()


def without_sheet(snapshot: Snapshot) -> tuple[RoundId, ...]:
    """Return the rounds for which Runner is to create a sheet, in order."""
    return tuple(sorted(new.round for new in sheets_to_make(snapshot.event, snapshot.phases)))


def state_line(snapshot: Snapshot) -> str:
    """Return the state of the event: "Round 3 of 5: 12 of 29 tables still playing (2, 5, 7)."."""
    now = snapshot.current_round
    if now is None:
        return _before_round_1(snapshot)
    head = snapshot.title(now.id)
    done = results_in(snapshot, now)
    if done.playing:
        text = still_playing(len(done.playing), done.total)
        if len(done.playing) == done.total:
            return f"{head}: {text}."
        numbers = [str(table.number) for table in done.playing]
        tables = ", ".join(numbers[:_MOST_TABLES])
        more = ", …" if len(numbers) > _MOST_TABLES else ""
        return f"{head}: {text} ({tables}{more})."
    coming = proposed(snapshot)
    if coming is None:
        over = " The event has no further round." if snapshot.over else ""
        return f"{head}: all results are in.{over}"
    return f"{head}: all results are in. {_ready(snapshot, coming)} on Decisions."


def _ready(snapshot: Snapshot, coming: RoundId) -> str:
    """Return what comes next, and where to type yes for it; a draft precedes its rounds."""
    awaiting = awaiting_pods(snapshot.phases)
    if awaiting:
        return f"{awaiting.phase.name} begins with a draft: type yes in Go for Make pods"
    drafts = [draft for draft in snapshot.drafts if draft.phase.number == coming.phase]
    phase = snapshot.phases[coming.phase - 1].phase
    if phase.sealed and coming.number == 1 and not any(draft.building for draft in drafts):
        what = "Start building" if drafts else "Start registration"
        return f"{phase.name} begins with sealed decks: type yes in Go for {what}"
    if any(not draft.fixed for draft in drafts):
        return f"{drafts[0].phase.name} is being drafted: type yes in Go for Start building"
    return f"{snapshot.event.title(coming)} is ready: type yes in Go for {coming.sheet}"


def _before_round_1(snapshot: Snapshot) -> str:
    """Return the number of players, and what the rules recommend for that number."""
    players = len(snapshot.players)
    if not players:
        return "No players yet."
    head = f"{count(players, snapshot.entrant)}, no round out yet."
    return f"{head} {snapshot.recommendation}".strip()
