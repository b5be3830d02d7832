"""Crosstables: each player's results against each other, in small fields, groups and pods."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.language import _, current
from runner.phases.model import PhaseResult
from runner.render import text as texts
from runner.render.rows import StandingLine, tone
from runner.render.site import qualifiers
from runner.render.site.shared import Shared
from runner.standings.model import Played, RoundKind, Standings

PATH = "crosstable.html"
_MOST = 16  # maximum number of players


class CrossLine(NamedTuple):
    """A player with a cell for each player: the matches between them, or None for oneself."""

    line: StandingLine
    cells: tuple[tuple[SimpleNamespace, ...] | None, ...]


class Crosstable(NamedTuple):
    """`title` is that of the phase, group or pod; the best player is on top."""

    title: str
    lines: tuple[CrossLine, ...]


def has_any(snapshot: Snapshot) -> bool:
    """Return whether there is a crosstable; constant during a round, and quick to compute."""
    return any(_rows(snapshot, phase) for phase in snapshot.phases)


def crosstables(shared: Shared) -> tuple[Crosstable, ...]:
    """Return all crosstables of the event, latest phase first."""
    snapshot = shared.snapshot
    return tuple(
        table
        for phase in reversed(snapshot.phases)
        if phase.current
        for table in _of_phase(shared, phase, phase.current)
    )


def _of_phase(shared: Shared, phase: PhaseResult, ranking: Standings) -> Iterator[Crosstable]:
    lines = {line.player: line for line in shared.rankings[ranking.after].lines}
    for title, players in _rows(shared.snapshot, phase):
        ids = [player for player in lines if player in players]
        yield Crosstable(
            title, tuple(CrossLine(lines[each], _cells(each, ids, ranking)) for each in ids)
        )


def _rows(snapshot: Snapshot, phase: PhaseResult) -> list[tuple[str, Sequence[str]]]:
    """Return titles and ids for the tables of a phase; none for pods, playoffs and hidden
    results."""
    if not phase.current or phase.veiled or phase.current.by_place or phase.ruleset.pod_size > 2:
        return []
    pods = next((draft.pods for draft in snapshot.drafts if draft.phase == phase.phase), {})
    parts = [
        *qualifiers.groups(phase.current),
        *((_("Pod {pod}", pod=number), ids) for number, ids in pods.items()),
    ] or [(phase.phase.name, tuple(row.player for row in phase.current.rows))]
    return [part for part in parts if 2 < len(part[1]) <= _MOST]


def _cells(
    player: str, others: Sequence[str], ranking: Standings
) -> tuple[tuple[SimpleNamespace, ...] | None, ...]:
    history = ranking.histories.get(player)
    matches = [each for each in (history.rounds if history else ()) if each.kind is RoundKind.MATCH]
    return tuple(
        None if other == player
        else tuple(_match(each) for each in matches if each.opponents == (other,))
        for other in others
    )  # fmt: skip


def _match(played: Played) -> SimpleNamespace:
    """Return a match in games, the player's own first, or as a letter; with its round."""
    games = [played.games_won, played.games_lost, played.games_drawn]
    score = current().dash.join(map(str, games[: 3 if games[2] else 2]))
    return SimpleNamespace(
        text=score if any(games) else texts.letter(played.outcome),
        tone=tone(played.outcome),
        round=played.round,
    )
